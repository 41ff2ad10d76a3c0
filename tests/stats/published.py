"""Published examples that several tests compute again."""

import numpy as np

# Demsar 2006, table 2: C4.5 without and with a tuned parameter m on 14 data sets
PLAIN = [
    0.763,
    0.599,
    0.954,
    0.628,
    0.882,
    0.936,
    0.661,
    0.583,
    0.775,
    1.0,
    0.940,
    0.619,
    0.972,
    0.957,
]
TUNED = [
    0.768,
    0.591,
    0.971,
    0.661,
    0.888,
    0.931,
    0.668,
    0.583,
    0.838,
    1.0,
    0.962,
    0.666,
    0.981,
    0.978,
]

# Yildiz, Aslan and Alpaydin: tpr and fpr of two classifiers over eight folds
X = np.array(
    [
        [0.90, 0.10],
        [0.88, 0.14],
        [0.93, 0.09],
        [0.91, 0.13],
        [0.87, 0.12],
        [0.92, 0.08],
        [0.89, 0.15],
        [0.94, 0.11],
    ]
)
Y = np.array(
    [
        [0.88, 0.09],
        [0.87, 0.11],
        [0.90, 0.08],
        [0.90, 0.11],
        [0.84, 0.10],
        [0.90, 0.08],
        [0.88, 0.12],
        [0.91, 0.10],
    ]
)
