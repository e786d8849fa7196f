"""The programs beside the vectors make what the vectors expect."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "vectors"))

import make

# Another LAPACK rounds differently: the largest numbers are some tens, and 3e-14 was seen.
TOLERANCE = 1e-10


@pytest.mark.parametrize("path", make.stored(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_vector_can_be_made_again(path):
    vector, made = make.made(path)
    assert make.largest_difference(vector, made) < TOLERANCE
