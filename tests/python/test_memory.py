"""Arrays are read where they are, and give the same numbers however they lie in memory."""

import subprocess
import sys

import contsid
import numpy as np
import pandas
import polars
import pytest

ROWS, COLUMNS = 1_000_000, 20
NAMES = [f"V{index}" for index in range(1, 5)]
TRUTH = np.array([[0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]])
LEARNT = np.array([[0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]])
DATA = np.random.default_rng(1).normal(size=(300, 4)) @ (np.eye(4) + np.triu(np.full((4, 4), 0.7), 1))

#: Prints how many bytes it adds to the most memory that the process ever had to read data, match their columns to the
#: nodes and look at each of them; for want of memory nothing is estimated.
GROWTH = """
import contsid, numpy, pandas

def most():
    return next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))

def look(data):
    try:
        limit = contsid.Estimation(memory_limit=1)
        contsid.compare(graph, graph, contsid.as_table(data), crossfit=False, estimation=limit)
    except contsid.ContsidError as error:
        assert "of memory are needed" in str(error), error

graph = numpy.zeros(({columns}, {columns}))
look(numpy.ones((2, {columns})))
values = numpy.random.default_rng(1).random({shape})
data = {data}
before = most()
look(data)
print(most() - before)
"""
KEPT = {
    "C order": ((ROWS, COLUMNS), "values"),
    "Fortran order": ((COLUMNS, ROWS), "values.T"),
    "pandas": ((COLUMNS, ROWS), "pandas.DataFrame(values.T, copy=False)"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says how much memory a process had at most")
@pytest.mark.parametrize("kind", KEPT)
def test_arrays_are_not_copied(kind):
    shape, data = KEPT[kind]
    script = GROWTH.format(columns=COLUMNS, shape=shape, data=data)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    # One column at a time, and a byte for each number that is asked whether it is missing.
    assert int(done.stdout) < ROWS * COLUMNS * 8 / 4


def numbers(data):
    """All numbers of a comparison on data."""
    found = contsid.compare(contsid.as_graph(TRUTH, names=NAMES), contsid.as_graph(LEARNT, names=NAMES), data)
    matrices = [found.details["contsid"].matrix, found.crossfit.matrix, found.crossfit.se_matrix]
    return [np.asarray(matrix).tobytes() for matrix in matrices]


def test_the_layout_of_an_array_changes_no_bit():
    expected = numbers(dict(zip(NAMES, DATA.T.tolist())))
    wide = np.zeros((600, 9))
    wide[::2, 1::2] = DATA
    odd = np.frombuffer(b"." + DATA.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(DATA.shape)
    assert not odd.flags.aligned
    for array in (DATA, np.asfortranarray(DATA), DATA[::-1].copy()[::-1], wide[::2, 1::2], odd, DATA.astype(">f8")):
        columns = dict(zip(NAMES, array.T))
        frames = (
            pandas.DataFrame(array.astype(float, copy=False), columns=NAMES, copy=False),
            pandas.DataFrame(columns),
        )
        for data in (contsid.as_table(array, names=NAMES), columns, *frames):
            assert numbers(data) == expected
    assert numbers(polars.DataFrame(dict(zip(NAMES, DATA.T)))) == expected


def test_an_array_that_changes_is_noticed():
    array = DATA.copy()
    table = contsid.as_table(array)
    found = contsid.compare(TRUTH, LEARNT, table)
    contsid.pc(table)
    array[7, 2] = -array[7, 2]
    for use in (lambda: contsid.compare(TRUTH, LEARNT, table), found.to_html, lambda: contsid.pc(table)):
        with pytest.raises(contsid.TableError, match=r"column `V3` have changed since they were read.*pass a copy"):
            use()
    array[7, 2] = -array[7, 2]
    assert contsid.compare(TRUTH, LEARNT, table).crossfit == found.crossfit
    array[7, 2] = np.nan
    with pytest.raises(contsid.TableError, match="column `V3` have changed"):
        contsid.compare(TRUTH, LEARNT, table)
    assert contsid.compare(TRUTH, LEARNT, contsid.as_table(DATA)).crossfit == found.crossfit


def test_a_study_notices_an_array_that_changes():
    array = DATA.copy()
    table = contsid.as_table(array)

    def study(learner):
        return contsid.study({"own": learner}, datasets={"given": (TRUTH, table)}, progress=False)

    def changes(data):
        array[7, 2] = -array[7, 2]
        return LEARNT

    assert len(study(lambda data: LEARNT)) == 1
    for learner in (changes, lambda data: LEARNT):
        with pytest.raises(contsid.TableError, match=r"column `V3` have changed since they were read.*pass a copy"):
            study(learner)


def test_a_table_outlives_the_names_of_its_array():
    array = DATA.copy()
    table = contsid.as_table(array)
    array.shape = (4, 300)
    del array
    assert np.array_equal(np.column_stack(table.to_columns()), DATA)


#: Leaves this process some megabytes, and says what a call raises.
LIMITED = """
import contsid, numpy, resource
data = numpy.random.default_rng(1).random((200_000, 20))
used = next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize"))
resource.setrlimit(resource.RLIMIT_AS, (used + {room} * 10**6,) * 2)
try:
    {call}
except (contsid.ContsidError, MemoryError) as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space")
@pytest.mark.parametrize("room", [50, 100])
@pytest.mark.parametrize("call", ["contsid.as_graph('edges.txt')", "contsid.pc(data, threads=1)"])
def test_where_memory_is_short_an_exception_is_raised(tmp_path, room, call):
    (tmp_path / "edges.txt").write_text("".join(f"a{index} -> a{index + 1}\n" for index in range(300_000)))
    script = LIMITED.format(room=room, call=call)
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "of memory are needed" in done.stdout
