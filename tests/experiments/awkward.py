"""Estimators that fail, hang, eat memory, die or tell what they have seen."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Plain(ClassifierMixin, BaseEstimator):
    """Predicts the most frequent class of the training part."""

    def __init__(self, seconds=0.0):
        self.seconds = seconds

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.most_ = self.classes_[counts.argmax()]
        time.sleep(self.seconds)
        return self

    def predict(self, X):
        return np.full(len(X), self.most_)


class Fails(Plain):
    """Refuses where the training part holds the value that it can't stand."""

    def fit(self, X, y):
        if (X[:, 0] > 2.5).any():
            raise ValueError("a value above 2.5\nis too much")
        return super().fit(X, y)


class Hangs(Plain):
    """Never comes back."""

    def fit(self, X, y):
        time.sleep(1e6)


class Eats(Plain):
    """Takes ten times the memory that there may be."""

    def fit(self, X, y):
        self.eaten_ = np.ones((10, 1 << 27))
        return self


class Dies(Plain):
    """Takes its process with it."""

    def fit(self, X, y):
        os.kill(os.getpid(), signal.SIGKILL)


class DiesOnce(Plain):
    """Takes its process with it, but only once: then its mark is there."""

    def __init__(self, mark="", seconds=0.0):
        super().__init__(seconds)
        self.mark = mark

    def fit(self, X, y):
        try:
            Path(self.mark).touch(exist_ok=False)
        except FileExistsError:
            return super().fit(X, y)
        return os.kill(os.getpid(), signal.SIGKILL)


class Global(Plain):
    """Draws from the generators that a whole process shares."""

    def predict(self, X):
        import random

        flips = np.random.random(len(X)) < random.random()  # noqa: NPY002  as old estimators do
        return np.where(flips, self.classes_[0], self.classes_[-1])


class Duck:
    """Has fit and predict, and nothing else of scikit-learn."""

    def __init__(self):
        self.most = None

    def fit(self, X, y):
        self.most = max(set(y.tolist()), key=y.tolist().count)
        return self

    def predict(self, X):
        return [self.most] * len(X)


class Strange(Plain):
    """Predicts a class that nobody has."""

    def predict(self, X):
        return np.full(len(X), 99)
