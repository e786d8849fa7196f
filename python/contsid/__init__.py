"""Say how good a learnt causal graph is.

Compare a true causal graph with learnt ones by their edges (SHD), by the interventional distributions that are read off
wrongly (SID, AID), and, given data, by how far these distributions are from the true ones (contSID).

>>> import contsid
>>> truth = [("rain", "wet"), ("sprinkler", "wet")]
>>> contsid.compare(truth, {"reversed": [("wet", "rain"), ("sprinkler", "wet")], "same": truth})
Ranking(
  Comparison(same: shd=0, sid=0, aid=0/0/0)
  Comparison(reversed: shd=1, sid=3, aid=3/2/2)
)
"""

from ._compare import AidCounts, Comparison, Ranking, compare
from ._core import (
    AlignmentError,
    ContsidError,
    DiscoveryError,
    Embedding,
    EstimationError,
    Graph,
    GraphError,
    OptionError,
    SimulationError,
    Table,
    TableError,
    __version__,
)
from ._discovery import Simulated, ges, ica_lingam, pc, simulate
from ._distances import aid, contsid, cpdag, is_valid_adjustment, shd, sid, why
from ._embedding import InterventionalEmbedding, interventional_embedding
from ._graphs import as_graph
from ._joint import Joint
from ._results import Aid, Bounds, ContSid, Shd, Sid
from ._scorer import make_scorer
from ._study import Study, study, tables
from ._tables import as_table

__all__ = [
    "Aid",
    "AidCounts",
    "AlignmentError",
    "Bounds",
    "Comparison",
    "ContSid",
    "ContsidError",
    "DiscoveryError",
    "Embedding",
    "EstimationError",
    "Graph",
    "GraphError",
    "InterventionalEmbedding",
    "Joint",
    "OptionError",
    "Ranking",
    "Shd",
    "Sid",
    "Simulated",
    "SimulationError",
    "Study",
    "Table",
    "TableError",
    "__version__",
    "aid",
    "as_graph",
    "as_table",
    "compare",
    "contsid",
    "cpdag",
    "ges",
    "ica_lingam",
    "interventional_embedding",
    "is_valid_adjustment",
    "make_scorer",
    "pc",
    "shd",
    "sid",
    "simulate",
    "study",
    "tables",
    "why",
]
