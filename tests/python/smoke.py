"""What the package does with numpy alone, on any interpreter: run with the interpreter whose package is to be tried."""

import pickle
import sys

import contsid
import numpy as np

truth = contsid.as_graph([("A", "C"), ("B", "C")])
learnt = contsid.as_graph(np.array([[0, 0, 1], [0, 0, 0], [0, 1, 0]], dtype=np.int8), names=["A", "B", "C"])
x = np.linspace(0.0, 1.0, 30)
comparison = contsid.compare(truth, learnt, {"A": x, "B": x[::-1].copy(), "C": x**2})
assert (comparison.shd, comparison.sid) == (1, 3) and comparison.contsid > 0
assert pickle.loads(pickle.dumps(comparison)) == comparison
assert contsid.sid(truth, truth) == 0 and np.mean([contsid.shd(truth, learnt)]) == 1.0
assert "reverse" in comparison.to_html()
print(f"contsid {contsid.__version__} on Python {sys.version.split()[0]} with numpy {np.__version__}: as expected")
