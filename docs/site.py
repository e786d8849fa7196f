"""Adds what is generated to the site: the command line's reference, links to the repository, pages not in the menu."""

import os
import re
import subprocess
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
COMMANDS = ["compare", "judge", "why", "discover", "simulate", "study", "tables", "convert", "demo"]


def on_config(config):
    """The repository is named in Cargo.toml; decisions and pages without a place get one."""
    manifest = (ROOT / "Cargo.toml").read_text()
    config.repo_url = re.search(r'^repository = "(.+)"', manifest, re.MULTILINE)[1]
    config.repo_name = "repository"
    named = set(re.findall(r"[\w/-]+\.md", str(config.nav)))
    sections = {title: pages for entry in config.nav for title, pages in entry.items()}
    docs = Path(config.docs_dir)
    for folder in ("", "guides"):
        pages = sorted(path.relative_to(docs).as_posix() for path in (docs / folder).glob("*.md"))
        sections["Guides"].extend(page for page in pages if page not in named)
    decisions = sorted(path.relative_to(docs).as_posix() for path in (docs / "decisions").glob("*.md"))
    sections["Background"].append({"Decisions": decisions})
    return config


def on_files(files, config):
    """The reference of the command line is what `contsid` prints."""
    files.append(File.generated(config, "reference/command-line.md", content=command_line()))
    return files


def on_page_markdown(markdown, page, config, files):
    """Links out of docs/ lead to the repository."""
    folder = Path("docs") / Path(page.file.src_uri).parent

    def outside(match):
        path = os.path.normpath(folder / match[1])
        return match[0] if path.startswith("docs/") else f"]({config.repo_url}/blob/main/{path})"

    return re.sub(r"\]\((\.\./[^)#]+)\)", outside, markdown)


def command_line():
    binary = program()
    intro = "# Command line\n\nWhat `contsid help` prints, and `contsid COMMAND --help` of each command.\n"
    blocks = [fold("contsid help", printed(binary, "help"))]
    blocks += [fold(f"contsid {command}", printed(binary, command, "--help")) for command in COMMANDS]
    return intro + "\n".join(blocks)


def fold(title, text):
    indented = "".join(f"    {line}\n" if line.strip() else "\n" for line in text.splitlines())
    return f'\n??? note "`{title}`"\n\n    ```text\n{indented}    ```\n'


def printed(binary, *arguments):
    return subprocess.run([binary, *arguments], check=True, capture_output=True, text=True).stdout


def program():
    """The binary that was built last."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    names = ("contsid", "contsid.exe")
    built = [path for kind in ("debug", "release") for name in names if (path := target / kind / name).is_file()]
    if not built:
        raise PluginError("the command line is not built: run cargo build first")
    return max(built, key=lambda path: path.stat().st_mtime)
