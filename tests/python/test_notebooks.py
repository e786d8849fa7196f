"""The notebooks run from the first cell to the last, and print what is stored in them."""

import nbformat
import pytest
from nbclient import NotebookClient
from support import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    notebook = nbformat.read(path, as_version=4)
    stored = printed(notebook)
    NotebookClient(notebook, timeout=900, startup_timeout=300, kernel_name="python3").execute()
    assert printed(notebook) == stored, "store it anew: jupyter nbconvert --to notebook --execute --inplace"


def printed(notebook):
    """The texts that each cell prints; pictures depend on fonts, warnings on what is installed."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return [output.get("text") or output.data["text/plain"] for output in outputs if output.get("name") != "stderr"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_stored(path):
    """A reader of a notebook sees what it prints; the last line of a cell shows something unless it assigns."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    assert sum(bool(cell.outputs) for cell in cells) >= len(cells) // 2
    assert not any(output.output_type == "error" for cell in cells for output in cell.outputs)


def test_there_are_two():
    assert len(NOTEBOOKS) == 2
