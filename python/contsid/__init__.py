"""Say how good a learnt causal graph is.

Compare a true causal graph with learnt ones by their edges (SHD), by the interventional distributions that are read off
wrongly (SID, AID), and, given data, by how far these distributions are from the true ones (contSID).

>>> import contsid
>>> truth = [("rain", "wet"), ("sprinkler", "wet")]
>>> contsid.compare(truth, {"reversed": [("wet", "rain"), ("sprinkler", "wet")], "same": truth})
Ranking by SID, the best graph first
            SID  AID anc  AID opt  SHD  arrow F1
1 same        0        0        0    0         1
2 reversed    3        2        2    1       0.5
Choose same: SID 0.
reversed is farther from the truth than same.
AID and SHD agree.
"""

from ._claims import ClaimComparison, ClaimRanking, Claims, claims
from ._compare import compare
from ._comparison import AidCounts, Comparison
from ._contsid import ContSid, CrossFit, Estimate
from ._core import (
    AlignmentError,
    ContsidError,
    DiscoveryError,
    Embedding,
    EstimationError,
    Graph,
    GraphError,
    HiddenGraph,
    OptionError,
    SimulationError,
    Table,
    TableError,
    __version__,
)
from ._discovery import Simulated, ges, ica_lingam, pc, simulate, sort_n_regress
from ._distances import aid, contsid, cpdag, crossfit, is_valid_adjustment, shd, sid, why
from ._embedding import InterventionalEmbedding, interventional_embedding, mcmd, mmd
from ._estimation import Estimation
from ._falsify import Falsification, Falsified, falsify
from ._graphs import as_graph
from ._joint import Joint
from ._judge import judge
from ._judgement import GraphSkill, Judgement
from ._notes import ContsidWarning
from ._numbers import Bounds
from ._parts import Parts
from ._ranking import Ranking
from ._results import Accuracy, Aid, Shd, Sid
from ._scorer import make_scorer
from ._stability import Stabilities, Stability, stability
from ._study import Study, study, tables
from ._tables import as_table

__all__ = [
    "Accuracy",
    "Aid",
    "AidCounts",
    "AlignmentError",
    "Bounds",
    "ClaimComparison",
    "ClaimRanking",
    "Claims",
    "Comparison",
    "ContSid",
    "ContsidError",
    "ContsidWarning",
    "CrossFit",
    "DiscoveryError",
    "Embedding",
    "Estimate",
    "Estimation",
    "EstimationError",
    "Falsification",
    "Falsified",
    "Graph",
    "GraphError",
    "GraphSkill",
    "HiddenGraph",
    "InterventionalEmbedding",
    "Joint",
    "Judgement",
    "OptionError",
    "Parts",
    "Ranking",
    "Shd",
    "Sid",
    "Simulated",
    "SimulationError",
    "Stabilities",
    "Stability",
    "Study",
    "Table",
    "TableError",
    "__version__",
    "aid",
    "as_graph",
    "as_table",
    "claims",
    "compare",
    "contsid",
    "cpdag",
    "crossfit",
    "falsify",
    "ges",
    "ica_lingam",
    "interventional_embedding",
    "is_valid_adjustment",
    "judge",
    "make_scorer",
    "mcmd",
    "mmd",
    "pc",
    "shd",
    "sid",
    "simulate",
    "sort_n_regress",
    "stability",
    "study",
    "tables",
    "why",
]
