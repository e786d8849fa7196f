"""The package itself: stubs, docstrings, size, what importing it needs."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys

import contsid
import pytest
from support import ROOT

MODULES = [name for _, name, _ in pkgutil.iter_modules(contsid.__path__) if name != "_core"]


def run(*arguments, **options):
    return subprocess.run([sys.executable, *map(str, arguments)], capture_output=True, text=True, **options)


def test_types(tmp_path):
    answer = run("-m", "mypy", "--strict", "--config-file", ROOT / "pyproject.toml", "-p", "contsid", cwd=tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_stubs_agree_with_the_extension(tmp_path):
    answer = run("-m", "mypy.stubtest", "contsid._core", cwd=tmp_path)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize("name", ["__init__", *MODULES])
def test_examples(name):
    module = contsid if name == "__init__" else importlib.import_module(f"contsid.{name}")
    assert doctest.testmod(module).failed == 0


def test_every_function_has_an_example():
    functions = [item for item in map(contsid.__dict__.get, contsid.__all__) if inspect.isfunction(item)]
    assert functions
    for function in functions:
        for section in ("Parameters\n", "Returns\n", "Examples\n"):
            assert section in function.__doc__, function.__name__


def test_nothing_optional_is_imported():
    code = "import sys, contsid; print(sorted({name.partition('.')[0] for name in sys.modules}))"
    answer = run("-c", code)
    assert answer.returncode == 0 and "'contsid'" in answer.stdout, answer.stderr
    loaded = answer.stdout
    for name in ("numpy", "pandas", "polars", "scipy", "networkx", "matplotlib", "joblib", "sklearn", "tqdm"):
        assert f"'{name}'" not in loaded
