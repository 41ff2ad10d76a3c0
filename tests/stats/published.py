"""Published examples that several tests compute again."""

import numpy as np

# Demsar 2006, table 6, as printed: C4.5 without and with tuned m, with cf, with both, on 14 data
# sets; "voting" has a tie that its printed ranks do not have, and AUC_UNTIED the digit that is lost
AUC = np.array([
    [.763, .768, .771, .798], [.599, .591, .590, .569], [.954, .971, .968, .967],
    [.628, .661, .654, .657], [.882, .888, .886, .898], [.936, .931, .916, .931],
    [.661, .668, .609, .685], [.583, .583, .563, .625], [.775, .838, .866, .875],
    [1.00, 1.00, 1.00, 1.00], [.940, .962, .965, .962], [.619, .666, .614, .669],
    [.972, .981, .975, .975], [.957, .978, .946, .970],
])  # fmt: skip
AUC_UNTIED = AUC + 1e-4 * (np.arange(14) == 12)[:, None] * np.array([0, 0, 1, 0])
PLAIN, TUNED = AUC[:, 0], AUC[:, 1]  # his table 2

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
