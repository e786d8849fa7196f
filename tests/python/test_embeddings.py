"""Embeddings as a library: against closed forms and literal sums of the kernel."""

import contsid
import numpy as np
import pandas
import pytest
from support import grouped

#: Both sums have a few thousand terms of size one.
SUMMED = 1e-12
RNG = np.random.default_rng(6)


def gram(x, y, sigma):
    return np.exp(-((np.subtract.outer(x, y)) ** 2) / (2 * sigma**2))


def test_mmd_of_two_samples_is_the_literal_sum():
    x, y = RNG.normal(size=40), RNG.normal(1.0, 2.0, size=25)
    for sigma in (0.5, 2.0):
        squared = gram(x, x, sigma).mean() + gram(y, y, sigma).mean() - 2 * gram(x, y, sigma).mean()
        found = contsid.mmd(x, y, estimation=contsid.Estimation(bandwidth=sigma))
        assert found == pytest.approx(np.sqrt(squared), abs=SUMMED) == contsid.mmd(y, x, **grouped(bandwidth=sigma))
    pooled = np.concatenate([x, y])
    distances = np.abs(np.subtract.outer(pooled, pooled))[np.triu_indices(65, 1)]
    usual = contsid.mmd(x, y, **grouped(bandwidth=float(np.median(distances))))
    assert contsid.mmd(x, y) == pytest.approx(usual, abs=SUMMED)
    # Shares 1/2, 1/2 against 1/4, 3/4 of two categories: √(2 · (1/4)²).
    assert contsid.mmd(["a", "b"], ["a", "b", "b", "b"]) == pytest.approx(np.sqrt(2) / 4, abs=SUMMED)
    assert contsid.mmd(x, x) == pytest.approx(0.0, abs=SUMMED)
    for wrong in (([], x), (x, [])):
        with pytest.raises(contsid.OptionError, match="empty"):
            contsid.mmd(*wrong)
    with pytest.raises(contsid.OptionError, match="lambda_ has no effect"):
        contsid.mmd(x, y, **grouped(lambda_=0.1))


def test_mcmd_is_the_literal_formula():
    x, u = RNG.normal(size=30), RNG.normal(size=25)
    y, v = np.sin(x), u**2
    sigma, ridge, points = 0.8, 0.05, np.array([-0.5, 0.0, 1.0])
    found = contsid.mcmd(
        {"x": x, "y": y}, {"x": u, "y": v}, "y", ["x"], {"x": points}, **grouped(bandwidth=sigma, lambda_=ridge)
    )
    weights = [
        np.linalg.solve(gram(a, a, sigma) + len(a) * ridge * np.eye(len(a)), gram(a, points, sigma)) for a in (x, u)
    ]
    values, joined = np.concatenate([y, v]), np.concatenate([weights[0], -weights[1]])
    expected = np.sqrt(np.einsum("sp,st,tp->p", joined, gram(values, values, sigma), joined))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10)
    arms = {"x": ["drug", "placebo"] * 15, "y": y}
    at_arms = contsid.mcmd(arms, {**arms, "y": y + 1}, "y", ["x"], {"x": ["drug", "placebo"]})
    assert at_arms.shape == (2,) and (at_arms > 0.1).all()
    for given, at, words in (
        ([], {"x": [0.0]}, "given is empty"),
        (["z"], {"z": [0.0]}, "first has no column `z`"),
        (["x"], {"x": ["wine"]}, "no category 'wine'"),
    ):
        with pytest.raises(contsid.OptionError, match=words):
            contsid.mcmd(arms, arms, "y", given, at)


A = RNG.normal(size=200)
DATA = pandas.DataFrame({"A": A, "B": 2 * A + 0.1 * RNG.normal(size=200), "C": np.where(A > 0, "high", "low")})
GRAPH = [("A", "B"), ("A", "C")]


def test_means_and_several_values_at_once():
    effect = contsid.interventional_embedding(GRAPH, DATA, "A", "B", **grouped(estimator="normalised"))
    values = [-0.5, 0.0, 0.5]
    found = effect.mean(values)
    assert found == pytest.approx([-1.0, 0.0, 1.0], abs=0.1), "B is 2 A but for little noise"
    assert found.tolist() == [effect.mean(value) for value in values] == [one.mean() for one in effect.at(values)]
    weights = effect.at(0.5).weights
    assert effect.mean(0.5) == pytest.approx(np.average(DATA["B"], weights=weights), abs=SUMMED)
    grid = np.linspace(-2, 2, 5)
    assert effect.density(grid, values).tolist() == [effect.density(grid, value).tolist() for value in values]
    other = contsid.interventional_embedding(GRAPH, DATA, "A", "B", adjustment=["C"])
    assert effect.mmd(other, values).tolist() == [effect.mmd(other, value) for value in values]


def test_categories_go_by_name():
    effect = contsid.interventional_embedding(GRAPH, DATA, "A", "C", **grouped(estimator="normalised"))
    high, low = effect.density(["high", "low"], 1.0)
    assert high > 0.9 and high + low == pytest.approx(1.0)
    with pytest.raises(contsid.OptionError, match="C has no category 'medium': it has high, low"):
        effect.density(["medium"])
    with pytest.raises(contsid.OptionError, match="categories have no mean"):
        effect.mean(1.0)


def test_a_parent_keeps_its_distribution():
    effect = contsid.interventional_embedding(GRAPH, DATA, "B", "A")
    assert effect.adjustment == [] and effect.mean(1.0) == pytest.approx(DATA["A"].mean(), abs=SUMMED)
    assert effect.at(0.0).mmd(effect.at(1.0)) == 0.0
    reversed_graph = contsid.interventional_embedding([("B", "A"), ("A", "C")], DATA, "B", "A")
    assert effect.mmd(reversed_graph, 1.0) == reversed_graph.mmd(effect, 1.0) > 0.1
    assert effect.mmd(reversed_graph) > 0.1


def test_values_outside_the_data_are_warned_of():
    effect = contsid.interventional_embedding(GRAPH, DATA, "A", "B")
    for use in (effect.at, effect.mean):
        with pytest.warns(contsid.ContsidWarning, match=r"do\(A = 99\) lies outside the data") as caught:
            use(99)
        assert caught[0].filename == __file__


def test_errors_are_in_words():
    one, other = (contsid.interventional_embedding(GRAPH, DATA, "A", "B", **grouped(bandwidth=s)) for s in (1.0, 2.0))
    for call in (lambda: one.mmd(other), lambda: one.at(0.0).mmd(other.at(0.0))):
        with pytest.raises(contsid.EstimationError, match="gaussian with bandwidth 1 and gaussian with bandwidth 2"):
            call()


def test_crossfit_alone_is_that_of_compare():
    learnt = [("B", "A"), ("A", "C")]
    parts = contsid.Parts(rows=50, seed=4)
    found = contsid.crossfit(GRAPH, learnt, DATA, parts=parts)
    expected = contsid.compare(GRAPH, learnt, DATA, crossfit=parts).crossfit
    assert found.value == expected.value and found.interval == expected.interval
    with pytest.raises(contsid.OptionError, match="40"):
        contsid.crossfit(GRAPH, learnt, DATA[:30])


def test_long_calls_show_a_bar(monkeypatch, capsys):
    from contsid import _progress

    drawn = []
    monkeypatch.setattr(_progress, "is_wanted", lambda: True)
    shown = _progress.show
    monkeypatch.setattr(_progress, "show", lambda done, total: (drawn.append((done, total)), shown(done, total)))
    for rows in (2500, 4000, 6000):
        truth, data = contsid.simulate(12, rows, seed=1, edge_probability=0.5)
        contsid.contsid(truth, contsid.as_graph([], names=truth.nodes), data, threads=1)
        if drawn:
            break
    assert drawn and all(0 <= done <= total for done, total in drawn) and drawn == sorted(drawn)
    assert "contsid" in capsys.readouterr().err and _progress._bars == {}
