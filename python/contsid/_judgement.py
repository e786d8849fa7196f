"""What experiments say about graphs."""

from __future__ import annotations

import copy
import json
import os
from typing import Any

from . import _core
from ._notes import in_words
from ._ordered import Ordered
from ._relations import flat, relations_frame, tiers_frame

__all__ = ["GraphSkill", "Judgement"]


#: Number of experiments up to which a table has a column for each.
_SHOWN = 5


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


def _uncertain(value: float, se: float | None) -> str:
    """A number with its standard error, as far as that is known; what rounds to 0 has no sign."""
    text = f"{round(value, 2) + 0.0:.2f}".replace("-", "−")
    return text if se is None or se != se else f"{text} ± {se:.2f}"


class GraphSkill:
    """The skill of one graph.

    Attributes
    ----------
    name : str
        The name of the graph.
    skill, se : float
        The skill and its standard error; of a graph with undirected edges those of the worst graph that it allows.
    interval : tuple of float
        The ends of the 95 % interval.
    tier : int
        One more than the number of better graphs.
    not_predicted : int
        The outcomes of all experiments whose effect the graph does not identify; they count as not predicted.
    bounds : dict or None
        The skills of the worst and the best graph that undirected edges allow; ``None`` without such edges.
    """

    def __init__(self, found: dict[str, Any], tier: int) -> None:
        self.name: str = found["graph"]
        self.skill = _number(found["skill"])
        self.se = _number(found["se"])
        self.interval = tuple(found["interval"]) if found["interval"] else (float("nan"), float("nan"))
        self.tier = tier
        self.not_predicted: int = found["not_predicted"]
        self.bounds: dict[str, Any] | None = found.get("bounds")
        self._found = found

    @property
    def experiments(self) -> Any:
        """A pandas DataFrame with a row for each experiment: ``targets``, ``skill``, ``se``, ``ci_low``, ``ci_high``,
        ``rows``, ``outside`` and ``not_identified``."""
        import pandas

        frame = pandas.DataFrame(self._found["experiments"])
        ends = [one or (None, None) for one in frame.pop("interval")]
        frame.insert(3, "ci_low", [_number(low) for low, _ in ends])
        frame.insert(4, "ci_high", [_number(high) for _, high in ends])
        return frame

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each experiment and outcome."""
        import pandas

        return pandas.DataFrame(self._found["pairs"])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GraphSkill) and self._found == other._found

    def __hash__(self) -> int:
        return hash((self.name, self.tier))

    def __float__(self) -> float:
        return self.skill

    def to_dict(self) -> dict[str, Any]:
        """Everything about this graph, as ``contsid judge --json`` prints it."""
        return copy.deepcopy(self._found)

    def __repr__(self) -> str:
        return f"GraphSkill({self.name}: {self._in_words()})"

    def _repr_html_(self) -> str:
        from ._show import html_lines

        return html_lines("", [["tier", "graph", "skill ± se"], [str(self.tier), self.name, self._in_words()]], [])

    def _in_words(self) -> str:
        """The skill with its standard error; of undirected edges the worst and the best."""
        if self.bounds is None:
            return _uncertain(self.skill, self.se)
        worst, best = ((one["skill"], one["se"]) for one in (self.bounds["lower"], self.bounds["upper"]))
        return f"[{_uncertain(*worst)}, {_uncertain(*best)}]"


class Judgement(Ordered[GraphSkill]):
    """Skills of graphs by name, the best first, as found by experiments.

    Attributes
    ----------
    no_effect : dict
        ``value`` and ``se`` of the score of "nothing has an effect": how far experiments differ from what was seen.
    has_effect : bool
        Whether they differ clearly; if not there is no skill to speak of.
    ceiling : dict or None
        ``skill``, ``se`` and ``interval`` of predicting one half of each experiment from the other; ``None`` with
        fewer than 40 rows.
    data : str
        What the observational rows are, in one line.
    verdict : list of str
        Which graph to choose, and which are worse.
    notes : list of str
        What a reader of the numbers should know.
    """

    def __init__(self, arguments: tuple[Any, ...], notes: list[str]) -> None:
        self._arguments = arguments
        judged = _core.Judged(*arguments)
        self._judged: _core.Judged | None = judged
        self._document: dict[str, Any] = json.loads(judged.document())
        tiers = self._document["tiers"]
        skills = [GraphSkill(found, tiers[found["graph"]]) for found in self._document["graphs"]]
        self._by_name = {one.name: one for one in skills}
        self.no_effect: dict[str, Any] = self._document["no_effect"]
        self.has_effect: bool = self._document["has_effect"]
        self.ceiling: dict[str, Any] | None = self._document["ceiling"]
        self.data: str = self._document["data"]
        self.verdict: list[str] = self._document["verdict"]
        self.notes = [*notes, *judged.notes()]

    def to_dict(self) -> dict[str, Any]:
        """Everything, as ``contsid judge --json`` prints it, and the notes."""
        return {**copy.deepcopy(self._document), "notes": list(self.notes)}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_judged": None}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Judgement) and self._document == other._document

    def __hash__(self) -> int:
        return hash(tuple((one.name, one.skill) for one in self.values()))

    def _labels(self) -> list[str]:
        return [one["label"] for one in self._document["experiments"]]

    @property
    def experiments(self) -> Any:
        """A pandas DataFrame with a row for each experiment, by its label: ``targets``, ``rows``, ``outside``,
        ``no_effect``, ``no_effect_se``, ``has_effect``, ``ceiling`` and ``ceiling_se``."""
        import pandas

        def row(one: dict[str, Any]) -> dict[str, Any]:
            no_effect, ceiling = one["no_effect"], one["ceiling"] or {}
            scores = {"no_effect": _number(no_effect["value"]), "no_effect_se": _number(no_effect["se"])}
            ends = {"ceiling": _number(ceiling.get("skill")), "ceiling_se": _number(ceiling.get("se"))}
            own = {key: one[key] for key in ("label", "targets", "rows", "outside")}
            return {**own, **scores, "has_effect": one["has_effect"], **ends}

        return pandas.DataFrame([row(one) for one in self._document["experiments"]]).set_index("label")

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each graph, the best first: ``tier``, ``skill``, ``se``, the ends
        ``ci_low`` and ``ci_high`` of the 95 % interval, and the skill in each experiment, if these are at most five."""
        labels = self._labels()
        return self.full_table[["tier", "skill", "se", "ci_low", "ci_high", *(labels if len(labels) <= _SHOWN else [])]]

    @property
    def full_table(self) -> Any:
        """A pandas DataFrame like :attr:`table` with all experiments."""
        import pandas

        def row(one: GraphSkill) -> dict[str, Any]:
            own = {label: _number(found["skill"]) for label, found in zip(self._labels(), one._found["experiments"])}
            ci_low, ci_high = one.interval
            numbers = {"skill": one.skill, "se": one.se, "ci_low": ci_low, "ci_high": ci_high}
            return {"graph": one.name, "tier": one.tier, **numbers, **own}

        return pandas.DataFrame([row(one) for one in self.values()]).set_index("graph")

    @property
    def tiers(self) -> Any:
        """A pandas DataFrame with the tier of each graph, the best first: one more than the number of better graphs."""
        return tiers_frame(self._document["tiers"])

    @property
    def relations(self) -> Any:
        """A pandas DataFrame with a row for each pair of graphs: see :attr:`Ranking.relations`."""
        numbers = ["difference", "se", "model_se", "interval", "p_value"]

        def row(one: dict[str, Any]) -> tuple[Any, ...]:
            value, *others = (one[key] for key in numbers)
            difference = None if value is None else (value, *others)
            return (one["first"], one["second"], one["relation"], *flat(difference), one["adjusted_p_value"])

        return relations_frame([row(one) for one in self._document["relations"]])

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each graph, experiment and outcome."""
        import pandas

        names = ["graph", "experiment", "outcome", "score", "se", "no_effect", "prediction"]
        labels = self._labels()
        rows = [
            {**pair, "graph": one.name, "experiment": labels[pair["experiment"]]}
            for one in self.values()
            for pair in one._found["pairs"]
        ]
        return pandas.DataFrame(rows, columns=names)

    def plot(self, axis: Any = None) -> Any:
        """A matplotlib figure: skills with intervals, the best first."""
        from ._plot import plot_judgement

        return plot_judgement(self, axis)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report as one page: skills, and what was predicted and observed. Written to ``path`` if there is one."""
        if self._judged is None:
            # A page is drawn from predictions, which a pickle does not hold: they are made again.
            self._judged = _core.Judged(*self._arguments)
        page = self._judged.html()
        if path is not None:
            _core.write_text(os.fsdecode(path), page)
        return page

    def __repr__(self) -> str:
        width = max(len(name) for name in self)
        words = {name: one._in_words() if self.has_effect else "–" for name, one in self.items()}
        lines = [f"{one.tier} {name:<{width}}  {words[name]:>12}" for name, one in self.items()]
        said = [*self.verdict, *in_words(self.notes)]
        return "\n".join(["Judgement by skill, the best graph first", *lines, *said])

    def _repr_html_(self) -> str:
        from ._show import html_lines

        rows = [["tier", "graph", "skill ± se"]]
        rows += [[str(one.tier), one.name, one._in_words() if self.has_effect else "–"] for one in self.values()]
        return html_lines("by skill, the best graph first", rows, [*self.verdict, *in_words(self.notes)])
