"""The package itself: stubs, docstrings, size, what importing it needs."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys

import contsid
import pytest
from contsid import _core
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


def documented_in_the_stub():
    """What editors show of the public classes of the extension: of each class and each public member its docstring."""
    tree = ast.parse((ROOT / "python" / "contsid" / "_core.pyi").read_text())
    for found in tree.body:
        if not isinstance(found, ast.ClassDef) or found.name not in contsid.__all__:
            continue
        if getattr(contsid, found.name) is not getattr(_core, found.name):
            continue
        yield found.name, getattr(contsid, found.name), ast.get_docstring(found)
        for member, after in zip(found.body, [*found.body[1:], None]):
            if isinstance(member, ast.AnnAssign):
                name, text = member.target.id, after.value.value if isinstance(after, ast.Expr) else None
            elif isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                name, text = member.name, ast.get_docstring(member)
            else:
                continue
            yield f"{found.name}.{name}", getattr(getattr(contsid, found.name), name), text


def test_editors_show_what_help_shows():
    names = set()
    for name, item, text in documented_in_the_stub():
        assert text and text.split() == item.__doc__.split(), name
        names.add(name)
    assert {"Graph", "Graph.parents", "Graph.nodes", "Table", "HiddenGraph", "Embedding", "OptionError"} <= names


def test_every_public_name_has_a_docstring():
    for name in set(contsid.__all__) - {"__version__"}:
        item = getattr(contsid, name)
        assert inspect.getdoc(item), name
        members = vars(item).items() if inspect.isclass(item) else ()
        for member, value in members:
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"


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
