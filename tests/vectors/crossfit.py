"""Cross-fitted contSID with standard errors, as docs/uncertainty.md defines it, literally.

The rows are divided into parts, several times over; each part gives its own estimate of every contrast delta(x), and
squared norms are taken between different parts only, so noise does not count as distance. `labels` is an array of
repeats x rows that names the part of each row. Bandwidths and norms come from all rows. Gaussian kernels, interventions
at the observed values.
"""

import numpy as np
import scipy.linalg as sl
from fast import factor, gram, median_bandwidth, work
from scipy import stats

RIDGE = 0.1  # n * lambda in each part of n rows: noise no longer adds to the distance, so less is smoothed away
LEAST_SUM = 0.5  # weights that sum to less are not scaled up further; the observed distribution takes the rest


def part_weights(X, rows, sigma, i, Z, ridge):
    """Weights of a part's rows (n x N) at all N observed interventions on i, adjusting for Z; columns sum to one."""
    Y, n = X[rows], len(rows)
    KZ = np.ones((n, n))
    for z in Z:
        KZ = KZ * gram(Y[:, z], sigma[z])
    A = KZ * gram(Y[:, i], sigma[i]) + ridge * np.eye(n)
    right = KZ.mean(1)[:, None] * np.exp(-((Y[:, i][:, None] - X[:, i][None]) ** 2) / (2 * sigma[i] ** 2))
    W = sl.cho_solve(sl.cho_factor(A, lower=True), right)
    scale = 1 / np.maximum(W.sum(0), LEAST_SUM)
    return W * scale + (1 - W.sum(0) * scale) / n


def contrasts(G1, G2, X, labels, sigma=None, ridge=RIDGE):
    """{(i, j): array of repeats x parts x rank x N}: delta of each part in a basis of the outcome's space, over the
    outcome's norm."""
    N, p = X.shape
    sigma = sigma if sigma is not None else [median_bandwidth(X[:, c]) for c in range(p)]
    L = [factor(X[:, c], sigma[c]) for c in range(p)]
    out = {}
    for repeat in np.atleast_2d(labels):
        parts = [np.nonzero(repeat == b)[0] for b in np.unique(repeat)]
        for i, Z1, Z2, targets in work(np.asarray(G1), np.asarray(G2)):
            W1 = [part_weights(X, rows, sigma, i, Z1, ridge) for rows in parts]
            W2 = [part_weights(X, rows, sigma, i, Z2, ridge) for rows in parts]
            for j, in1, in2 in targets:
                norm = np.sqrt((L[j].mean(0) ** 2).sum())
                even = [np.full((len(rows), N), 1 / len(rows)) for rows in parts]
                first, second = W1 if in1 else even, W2 if in2 else even
                delta = [L[j][rows].T @ (b - a) / norm for rows, a, b in zip(parts, first, second)]
                out.setdefault((i, j), []).append(delta)
    return {pair: np.array(delta) for pair, delta in out.items()}


def norm_shares(X, labels, sigma):
    """{column: repeats x parts}: how long each part's mean embedding is along that of all rows, in units of its norm.
    The norm that contrasts are divided by is estimated too: where a part's is larger, its d is smaller by as much."""
    out = {}
    for c in range(X.shape[1]):
        L = factor(X[:, c], sigma[c])
        mean = L.mean(0)
        shares = [[L[repeat == b].mean(0) @ mean / (mean @ mean) for b in np.unique(repeat)] for repeat in labels]
        out[c] = np.array(shares)
    return out


def pair(delta, labels, shares):
    """Of one pair: d; the deviations g of its parts (repeats x parts); the mean square q; and the deviations h of that.
    `shares` are the outcome's norm_shares."""
    labels = np.atleast_2d(labels)
    B = delta.shape[1]
    total = delta.sum(1)
    v = (((total**2).sum(1) - (delta**2).sum((1, 2))) / (B * (B - 1))).mean(0)
    mean = total.mean(0) / B
    size = np.maximum(np.sqrt((mean**2).sum(0)), 1e-12)
    deviation = delta - delta.mean(1, keepdims=True)
    spread = (deviation**2).sum(2).mean((0, 1)) / (B - 1)  # trace of the covariance of the mean over the parts
    along = ((deviation * mean).sum(2) / size) ** 2
    along = along.mean((0, 1)) / (B - 1)  # its variance in the direction of the contrast, which the root would take off
    signal = np.maximum(v, 0)
    v2 = v + along * signal / np.where(signal + spread > 0, signal + spread, 1)
    d = max(0.0, (np.sign(v2) * np.sqrt(np.abs(v2))).mean())
    inner = (delta * mean).sum(2)  # repeats x parts x N
    own = np.array([[repeat == b for b in np.unique(repeat)] for repeat in labels])
    g = np.where(own, inner / size, 0).sum(2) / own.sum(2) - d * shares
    h = np.where(own, 2 * inner - size**2, 0).sum(2) / own.sum(2)
    return d, g - g.mean(1, keepdims=True), v.mean(), h - h.mean(1, keepdims=True)


def standard_error(deviations):
    B = deviations.shape[1]
    return float(np.sqrt((deviations**2).sum(1).mean() / (B * (B - 1))))


def crossfit(G1, G2, X, labels, sigma=None, ridge=RIDGE):
    """Everything that docs/uncertainty.md defines of given parts, for one learnt graph."""
    labels = np.atleast_2d(labels)
    R, B = labels.shape[0], len(np.unique(labels[0]))
    t, p = stats.t.ppf(0.975, R * (B - 1)), X.shape[1]
    d, se, value = np.zeros((p, p)), np.zeros((p, p)), np.ones((p, p))
    sums = np.zeros((R, B))
    sigma = sigma if sigma is not None else [median_bandwidth(X[:, c]) for c in range(p)]
    shares = norm_shares(X, labels, sigma)
    for (i, j), delta in contrasts(G1, G2, X, labels, sigma, ridge).items():
        d[i, j], g, q, h = pair(delta, labels, shares[j])
        se[i, j], e = standard_error(g), standard_error(h)
        value[i, j] = stats.t.sf(q / e, R * (B - 1)) if e > 0 else 1.0
        sums += g
    e = standard_error(sums)
    return {
        "d": d,
        "se": se,
        "p_value": value,
        "contsid": float(d.sum()),
        "contsid_se": e,
        "deviations": sums,
        "interval": [max(0.0, float(d.sum()) - t * e), float(d.sum()) + t * e],
    }


def difference(one, other):
    """contSID of one learnt graph less that of another on the same parts, and its standard error."""
    return one["contsid"] - other["contsid"], standard_error(one["deviations"] - other["deviations"])


def random_parts(N, parts, repeats, rng):
    return np.array([rng.permutation(np.arange(N) % parts) for _ in range(repeats)])
