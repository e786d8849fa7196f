"""The shape of the Rust sources: one type a name, no imports in a circle, no nested visibility, short functions."""

import collections
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

# The oracle and the bindings have the core's names for the core's things.
MIRRORS = ("crates/contsid-oracle/", "crates/contsid-python/")

TYPE = re.compile(r"^\s*pub(?:\([^)]*\))?\s+(?:struct|enum|union|trait|type)\s+(\w+)", re.MULTILINE)


def sources():
    """The path of each source file from the root, and its text without tests."""
    files = sorted([*ROOT.glob("crates/*/src/**/*.rs"), *ROOT.glob("bench/src/**/*.rs")])
    return {str(file.relative_to(ROOT)): file.read_text().split("#[cfg(test)]\nmod ")[0] for file in files}


def names_of_types(files):
    """For each name of a type that other files can use, the files that define it."""
    found = collections.defaultdict(set)
    for path, text in files.items():
        if not path.startswith(MIRRORS):
            for name in TYPE.findall(text):
                found[name].add(path)
    return found


def imports(files):
    """For each folder, which of its files imports which others, as `super::other` or `folder::other`."""
    folders = collections.defaultdict(dict)
    for path, text in files.items():
        folder, stem = str(Path(path).parent), Path(path).stem
        if stem not in ("mod", "lib", "main"):
            folders[folder][stem] = text
    return {
        folder: {stem: imported(text, Path(folder).name, names.keys() - {stem}) for stem, text in names.items()}
        for folder, names in folders.items()
    }


def imported(text, folder, names):
    return {name for name in names if re.search(rf"\b(?:super|{re.escape(folder)})::(?:\{{[^}}]*\b)?{name}\b", text)}


def circles(links):
    """Groups of files that reach each other."""
    reached = {name: set(others) for name, others in links.items()}
    for _ in links:
        for others in reached.values():
            others |= {far for other in others for far in reached[other]}
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in links}
    return sorted(" ".join(sorted(group)) for group in groups if group)


def test_a_type_name_has_one_type():
    twice = {name: sorted(files) for name, files in names_of_types(sources()).items() if len(files) > 1}
    assert not twice, "rename one"


def test_files_of_a_folder_import_in_one_direction():
    found = [(folder, circle) for folder, links in imports(sources()).items() for circle in circles(links)]
    assert not found, "move what both need into a file below both"


def test_visibility_is_not_nested():
    found = [path for path, text in sources().items() if re.search(r"pub\(in (?:super::)+super\b", text)]
    assert not found, "the tree is a level too deep"


def test_a_second_name_a_circle_and_a_nested_item_are_found():
    files = {
        "crates/a/src/x.rs": "pub struct Name;\nuse super::y;\n",
        "crates/a/src/y.rs": "pub(crate) enum Name {}\nuse super::{w, z};\n",
        "crates/a/src/z.rs": "    pub struct Other;\nuse crate::src::x::Name;\n",
        "crates/a/src/w.rs": "use other::x;\n",
    }
    assert names_of_types(files)["Name"] == {"crates/a/src/x.rs", "crates/a/src/y.rs"}
    assert circles(imports(files)["crates/a/src"]) == ["x y z"]


# Code lines of a function: one that needs more hides another.
LONGEST = 50

FUNCTION = re.compile(r"^( *)(?:pub(?:\([^)]*\))? )?(?:const )?fn (\w+).*?^\1\}", re.MULTILINE | re.DOTALL)


def lengths_of_functions(files):
    """The code lines of each function with a body of several lines."""

    def is_code(line):
        return line.strip() and not line.strip().startswith("//")

    for path, text in files.items():
        for found in FUNCTION.finditer(text):
            yield path, found.group(2), sum(map(bool, map(is_code, found.group().split("\n"))))


def test_functions_are_short():
    found = [one for one in lengths_of_functions(sources()) if one[2] > LONGEST]
    assert not found, "divide them"


def test_a_long_function_is_found():
    body = "    call();\n" * 3 + "\n    // why\n"
    files = {"x.rs": f"pub(crate) fn long(\n    x: u8,\n) {{\n{body}}}\n"}
    assert list(lengths_of_functions(files)) == [("x.rs", "long", 7)]
