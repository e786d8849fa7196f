"""Graphs judged by experiments, without a true graph, as docs/experiments.md defines it, literally.

An experiment sets one variable i and records all others. From observational rows a graph predicts the distribution of
every outcome j at the values that i was set to; the prediction is compared with what the experiment recorded, as
embeddings of (x, X_j) pairs. Rows of the observational table and of each experiment are divided into parts; squares are
taken between parts only, so a perfect prediction scores zero on average, however few rows there are.
"""

import numpy as np
from crossfit import LEAST_SUM, RIDGE, standard_error
from fast import gram, median_bandwidth, reachable


def basis(values, sigma, tolerance=1e-13):
    """A function that maps values to coordinates whose inner products are the kernel, exact on `values`."""
    w, V = np.linalg.eigh(gram(values, sigma))
    keep = w > tolerance * w.max()
    back = V[:, keep] / np.sqrt(w[keep])
    return lambda x: np.exp(-((x[:, None] - values[None]) ** 2) / (2 * sigma**2)) @ back


def weights(Y, x, sigma, i, Z, ridge):
    """Weights of observational rows Y (n x len(x)) at interventions x on i, adjusting for Z; columns sum to one."""
    n, KZ = len(Y), np.ones((len(Y), len(Y)))
    for z in Z:
        KZ = KZ * gram(Y[:, z], sigma[z])
    A = KZ * gram(Y[:, i], sigma[i]) + ridge * np.eye(n)
    W = np.linalg.solve(A, KZ.mean(1)[:, None] * np.exp(-((Y[:, i][:, None] - x[None]) ** 2) / (2 * sigma[i] ** 2)))
    scale = 1 / np.maximum(W.sum(0), LEAST_SUM)
    return W * scale + (1 - W.sum(0) * scale) / n


def squares(delta):
    """Mean square between parts and the deviations of its parts; delta is parts x coordinates."""
    B, total = len(delta), delta.sum(0)
    v = ((total**2).sum() - (delta**2).sum()) / (B * (B - 1))
    mean = total / B
    h = 2 * delta @ mean - mean @ mean
    return v, h - h.mean()


def judge(graph, X, experiments, labels, experiment_labels, sigma=None, ridge=RIDGE):
    """experiments: [(i, rows)]; labels: repeats x N; experiment_labels: for each experiment repeats x its rows; parts
    are 0..B-1."""
    p = X.shape[1]
    sigma = sigma if sigma is not None else [median_bandwidth(X[:, c]) for c in range(p)]
    G, reach = np.asarray(graph), reachable(graph)
    labels, B = np.atleast_2d(labels), int(np.max(labels)) + 1
    R, out = len(labels), []
    for e, (i, rows) in enumerate(experiments):
        Z = list(np.nonzero(G[:, i])[0])
        phi = basis(rows[:, i], sigma[i])(rows[:, i])
        predicted = {}
        for r in range(R):
            for b in range(B):
                mine = np.atleast_2d(experiment_labels[e])[r] == b
                predicted[r, b] = weights(X[labels[r] == b], rows[mine, i], sigma, i, Z, ridge)
        for j in range(p):
            if j == i:
                continue
            coordinates = basis(np.concatenate([X[:, j], rows[:, j]]), sigma[j])
            of_data, of_rows = coordinates(X[:, j]), coordinates(rows[:, j])
            norm = (of_data.mean(0) ** 2).sum()
            score, base = np.zeros((2, R)), np.zeros((2, R, B))
            for r in range(R):
                both = [[], []]
                for b in range(B):
                    part, mine = of_data[labels[r] == b], np.atleast_2d(experiment_labels[e])[r] == b
                    marginal = np.tile(part.mean(0), (mine.sum(), 1))
                    forecast = predicted[r, b].T @ part if reach[i, j] else marginal
                    for k, guess in enumerate((forecast, marginal)):
                        both[k].append((phi[mine].T @ (guess - of_rows[mine]) / mine.sum()).ravel())
                for k in (0, 1):
                    score[k, r], base[k, r] = squares(np.array(both[k]))
            out.append(
                {
                    "experiment": e,
                    "outcome": j,
                    "score": score[0].mean() / norm,
                    "no_effect": score[1].mean() / norm,
                    "deviations": base[0] / norm,
                    "no_effect_deviations": base[1] / norm,
                }
            )
    total, none = sum(o["score"] for o in out), sum(o["no_effect"] for o in out)
    change = sum(-o["deviations"] / none + o["no_effect_deviations"] * total / none**2 for o in out)
    return {"pairs": out, "skill": 1 - total / none, "skill_se": standard_error(change), "deviations": change}
