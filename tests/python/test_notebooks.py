"""The notebooks run from the first cell to the last."""

import nbformat
import pytest
from nbclient import NotebookClient
from support import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=900, startup_timeout=300, kernel_name="python3").execute()


def test_there_are_two():
    assert len(NOTEBOOKS) == 2
