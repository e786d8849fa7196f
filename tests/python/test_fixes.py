"""What fixes do, as frames; and pages that rank as they are asked to."""

import json
import re

import contsid
import numpy as np
import pandas

CHAIN = [("A", "B"), ("B", "C"), ("C", "D")]
TURNED = [("B", "A"), ("C", "B"), ("C", "D")]
RNG = np.random.default_rng(3)


def chain_data(rows):
    noise = RNG.normal(size=(4, rows))
    return pandas.DataFrame(np.cumsum(noise, axis=0).T, columns=list("ABCD"))


def test_a_fix_is_the_comparison_of_the_fixed_graph():
    data = chain_data(120)
    found = contsid.compare(CHAIN, TURNED, data)
    assert list(found.fixes["change"]) == ["reverse", "reverse"]
    for fix in found.fixes.to_dict("records"):
        edge = (fix["from"], fix["to"])
        fixed = contsid.compare(CHAIN, [edge, *(other for other in TURNED if other != edge[::-1])], data)
        assert fix["sid"] == fixed.sid and np.isclose(fix["contsid"], fixed.contsid.value)
        assert np.isclose(fix["crossfit"], fixed.crossfit.value)
        assert np.isclose(fix["crossfit_change"], fixed.crossfit.value - found.crossfit.value)
        assert fix["change_ci_low"] <= fix["crossfit_change"] <= fix["change_ci_high"] and fix["change_se"] > 0
    steps = found.fix_steps
    assert list(steps["sid"])[-1] == 0 and list(steps["crossfit"])[-1] == 0
    assert np.isclose(list(steps["crossfit_change"])[-1], -found.crossfit.value)


def test_errors_are_there_above_the_rows_that_are_taken_together():
    found = contsid.compare(CHAIN, TURNED, chain_data(4200))
    assert found.contsid is None
    assert found.fixes["contsid"].isna().all() and (found.fixes["change_se"] > 0).all()
    assert list(found.fixes["crossfit_change"]) == sorted(found.fixes["crossfit_change"])
    assert list(found.fix_steps["crossfit"])[-1] == 0


def test_without_data_fixes_are_those_of_sid():
    truth, learnt = [("A", "B"), ("B", "C")], [("A", "B"), ("C", "B"), ("A", "C")]
    found = contsid.compare(truth, learnt).fixes
    assert found["crossfit"].isna().all() and (found["sid_change"] <= 0).any()
    empty = contsid.compare(truth, truth)
    assert len(empty.fixes) == len(empty.fix_steps) == 0


def test_the_page_has_the_order_of_the_ranking():
    graphs = {"turned": TURNED, "short": contsid.as_graph([("A", "B")], names=list("ABCD"))}
    ranking = contsid.compare(CHAIN, graphs, chain_data(80), rank_by="shd")
    for ranked in (ranking, ranking.ordered_by("aid_parent")):
        page = ranked.to_html()
        model = json.loads(re.search(r'id="model" type="application/json">(.*?)</script>', page)[1])
        assert model["measures"][0]["key"] == ranked.ranked_by
        names = [model["learnt"][graph]["graph"]["name"] for graph in model["measures"][0]["order"]]
        assert names == list(ranked)
