"""Adds what is generated to the site: the command line's reference, links to the repository, pages not in the menu."""

import os
import re
import subprocess
import textwrap
from pathlib import Path

import griffe
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
COMMANDS = [
    "compare",
    "judge",
    "falsify",
    "stability",
    "why",
    "discover",
    "simulate",
    "study",
    "tables",
    "convert",
    "demo",
    "completions",
    "man",
]


def on_config(config):
    """The repository is named in Cargo.toml; decisions and pages without a place get one."""
    manifest = (ROOT / "Cargo.toml").read_text()
    repository = re.search(r'^repository = "(.+)"', manifest, re.MULTILINE)[1]
    config.extra["repository"] = repository  # as `repo_url` the theme would ask the forge for stars
    config.nav.append({"Repository": repository})
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
    """The references are what `contsid` prints, and what its docstrings say."""
    files.append(File.generated(config, "reference/command-line.md", content=command_line()))
    functions, results = python()
    files.append(File.generated(config, "reference/python.md", content=functions))
    files.append(File.generated(config, "reference/results.md", content=results))
    return files


#: What the Python package offers, by what people look for; the rest is on a page of its own.
GROUPS = {
    "Compare graphs": ["compare", "Comparison", "Ranking", "Estimation", "Parts"],
    "One distance": ["shd", "sid", "aid", "contsid", "crossfit", "why", "is_valid_adjustment", "cpdag"],
    "Experiments": ["judge", "Judgement", "GraphSkill"],
    "Hidden causes": ["claims", "HiddenGraph", "ClaimComparison", "ClaimRanking"],
    "Data alone": ["falsify", "Falsified", "Falsification", "stability", "Stabilities", "Stability"],
    "Graphs and data": ["as_graph", "as_table", "Graph", "Table"],
    "Learners, simulation, studies": [
        "pc",
        "ges",
        "ica_lingam",
        "sort_n_regress",
        "simulate",
        "study",
        "Study",
        "tables",
        "make_scorer",
    ],
    "Distributions under interventions": [
        "interventional_embedding",
        "InterventionalEmbedding",
        "Embedding",
        "mmd",
        "mcmd",
    ],
}


def python():
    """A fold for each name of the package: those of the groups, and the others."""
    source = (ROOT / "python" / "contsid" / "__init__.py").read_text()
    public = re.findall(r'^    "(\w+)",$', source.split("__all__ = [")[1], re.MULTILINE)
    known = {name for names in GROUPS.values() for name in names}
    rest = [name for name in public if name not in known and not name.startswith("_")]
    text = "# Python reference\n\nWhat `import contsid` offers, from its docstrings. "
    text += "[The guide](../python.md) shows how the pieces fit together; "
    text += "[results and errors](results.md) have a page of their own.\n"
    text += "".join(f"\n## {title}\n{docstrings(names)}" for title, names in GROUPS.items())
    return text, f"# Results and errors in Python\n{docstrings(rest)}"


def docstrings(names):
    package = griffe.load("contsid", search_paths=[ROOT / "python"], resolve_aliases=True)
    extension = Extension()
    return "".join(fold_of(package[name], extension) for name in names)


def fold_of(documented, extension):
    """What a name is, closed under one sentence."""
    name = documented.name
    text = documented.docstring.value if documented.docstring else extension.classes.get(name, "")
    body = f"{call(documented)}::: contsid.{name}" if documented.docstring else extension.described(documented)
    return f'\n??? abstract "`{name}`{first_sentence(text)}"\n\n{indented(body)}'


def call(documented):
    """How a function is called; only what follows the star needs its name."""
    if not documented.is_function:
        return ""
    words, is_named = [], False
    for one in documented.parameters:
        if one.kind == griffe.ParameterKind.keyword_only and not is_named:
            words, is_named = [*words, "*"], True
        stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}.get(one.kind)
        is_free = stars or one.default is None
        words.append(f"{stars or ''}{one.name}" if is_free else f"{one.name}={one.default}")
    line = f"contsid.{documented.name}({', '.join(words)})"
    return f"```python\n{textwrap.fill(line, 88, subsequent_indent='    ')}\n```\n\n"


def first_sentence(text):
    """What a closed fold says, without what follows a colon or semicolon where it is long."""
    sentence = re.split(r"(?<=\.) ", " ".join(text.split("\n\n")[0].split()))[0].rstrip(".")
    sentence = sentence if len(sentence) < 100 else re.split(r": |; |, how", sentence)[0]
    plain = re.sub(r":\w+:`~?([^`]+)`|``([^`]+)``", r"\1\2", sentence).replace('"', "'")
    return f": {plain}" if plain else ""


class Extension:
    """What the classes of the compiled part say of themselves: their docstrings are comments of its source."""

    COMMENT = r"((?:{0}///.*\n)+)(?:{0}#\[.*\]\n)*{0}(?:pub(?:\(crate\))? )?{1} (\w+)"

    def __init__(self):
        self.classes, self.members = {}, {}
        for path in sorted((ROOT / "crates" / "contsid-python" / "src").glob("*.rs")):
            source = path.read_text()
            for name, text in re.findall(r'create_exception!\(\s*\w+,\s*(\w+),\s*\w+,\s*"([^"]+)"', source):
                self.classes[name] = text
            for comment, name in re.findall(self.COMMENT.format("", "struct"), source):
                self.classes[name] = self.text_of(comment)
            for name, block in re.findall(r"(?ms)^#\[pymethods\]\nimpl (\w+) \{\n(.*?)^\}", source):
                for comment, member in re.findall(self.COMMENT.format("    ", "fn"), block):
                    self.members[name, member] = self.text_of(comment)

    @staticmethod
    def text_of(comment):
        """The first paragraph of a comment."""
        lines = [line.strip().removeprefix("///").strip() for line in comment.splitlines()]
        return " ".join("\n".join(lines).split("\n\n")[0].split())

    def described(self, documented):
        """The sentence of a class, and a table of what its objects have."""
        name = documented.name
        if name not in self.classes:
            raise PluginError(f"nothing says what contsid.{name} is")
        rows = [
            f"| `{self.call_of(member)}` | {text} |"
            for member in documented.members.values()
            if "staticmethod" not in member.labels
            and not member.name.startswith("_")
            and (text := self.members.get((name, member.name)))
        ]
        table = ["| attribute or method | is |", "|---|---|", *rows] if rows else []
        return "\n".join([self.classes[name], "", *table])

    @staticmethod
    def call_of(member):
        if not member.is_function:
            return member.name
        return f"{member.name}({', '.join(one.name for one in member.parameters if one.name != 'self')})"


def indented(text):
    return "".join(f"    {line}\n" if line.strip() else "\n" for line in text.splitlines())


def on_page_markdown(markdown, page, config, files):
    """Links out of docs/ and to notebooks lead to the repository, which shows them."""
    folder = Path("docs") / Path(page.file.src_uri).parent
    if page.file.src_uri in ("index.md", "start.md"):
        page.meta["hide"] = ["navigation"]  # the tabs lead on; the column beside the text would be empty

    def outside(match):
        path = os.path.normpath(folder / match[1])
        is_page = path.startswith("docs/") and not path.endswith(".ipynb")
        return match[0] if is_page else f"]({config.extra['repository']}/blob/main/{path})"

    return folded(re.sub(r"\]\((\.\./[^)#]+|[^)#:]+\.ipynb)\)", outside, markdown), FOLDED.get(page.file.src_uri, {}))


def on_page_content(html, page, config, files):
    """Docstrings name things by roles of reStructuredText, such as :func:`compare`; code breaks where it may."""
    html = re.sub(r":(?:attr|class|exc|func|meth|mod):(<code[^>]*>)~?", r"\1", html)
    inline = r"(?<!<pre>)(?<!<span></span>)<code>([^<\n]+)</code>"
    return re.sub(inline, lambda match: f"<code>{breakable(match[1])}</code>", html)


def breakable(code):
    """Names of options and short code stay on one line; long calls may be broken after ( = and ,."""
    if len(code) <= 12:
        return f'<span class="whole">{code}</span>'
    code = re.sub(r"(?<![\w-])--?\w[\w-]{,21}(?![\w-])", r'<span class="whole">\g<0></span>', code)
    return re.sub(r"(?<=[\w)])([(=,])(?=[\w\[])", r"\1<wbr>", code)


#: Sections that are closed at first, so no page fills more than four screens, and what their fold says of them.
FOLDED = {
    "contsid.md": {
        "A worked example, by hand": "Four rows, two columns, one number",
        "Estimates approach the population value": "Errors by λ, number of rows and estimator",
        "Accuracy": "How many digits are right",
        "Odd data": "Constant columns, ties, huge numbers, missing values",
        "Cost": "Operations, memory, and times beside numpy",
        "Where the paper slips": "Six places, and how each is read here",
    },
    "experiments.md": {
        "Study 1: how often does the true graph win?": "Coverage, wins and rank correlation in simulations",
        "Study 2: Sachs et al. (2005)": "Signalling proteins, and why no graph predicts them",
    },
    "files.md": {
        "Tables": "Formats, headers, categories, missing values",
        "Files that are written": "What is replaced, and what never is",
        "Points of interventions": "The columns of `points:FILE`",
    },
    "joint.md": {
        "Cost": "Operations, times, and when work is refused",
        "Accuracy": "What it was tested against",
    },
    "python.md": {
        "Matrices": "How cells are read: direction, encoding, threshold",
        "Data": "Arrays, frames, categories, missing values",
        "Which node is which": "Names, positions, and when neither is known",
        "Reading without copies": "Which arrays are read in place, and times",
        "Cross-fitted contSID": "The attributes of `.crossfit`",
        "One row for each effect": "The columns of `.pairs`",
        "Several learnt graphs": "The table, tiers, relations and verdict of a `Ranking`",
        "One distance at a time": "`shd`, `sid`, `aid`, `contsid`, `why`, and a `Graph`",
        "Options": "`Estimation`, `Parts`, and the options of `compare`",
        "Several variables at once": "`joint=2`, or sets of your own",
        "Distributions under interventions": "Means, densities, and distances between samples",
        "Learners and studies": "Your own learners, time limits, failures, clusters",
        "Many rows, many machines": "Parts on dask or ray",
        "Errors": "What is raised",
    },
    "report.md": {
        "Two graphs, chosen effects, links and figures": "Side by side, a ranking by some effects, saving",
        "How a density is made of an embedding": "The nearest probabilities, and smoothing",
        "What a study shows": "Distributions, paired differences, agreement of distances",
        "What experiments show": "Skills, predictions, and the graph that made them",
        "Plots for papers": "Files, names and fonts of `--plots`",
        "Limits": "Times, and what a large page leaves out",
    },
    "reproduction.md": {"With uncertainty": "1,000 graphs of each size, and which claims hold"},
    "studies.md": {"The columns of `records.csv`": "Status, distances, accuracy, chance, sortability"},
    "uncertainty.md": {
        "What is computed": "The formulas: parts, linear models, standard errors, checks",
        "An example by hand": "Two parts, two interventions",
        "Many rows": "How far off the number is when rows are no limit",
        "What it costs": "Times and memory, up to a million rows",
        "Calibration": "How often intervals cover, by model and number of rows",
    },
}


def folded(markdown, sections):
    """The page with these sections closed under their headings."""
    for title, summary in sections.items():
        section = re.compile(rf"^(## {re.escape(title)})\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
        if not (found := section.search(markdown)):
            raise PluginError(f"there is no section `{title}` to fold")
        fold = f'{found[1]}\n\n??? note "{summary}"\n{indented(found[2])}\n'
        markdown = markdown[: found.start()] + fold + markdown[found.end() :]
    return markdown


def command_line():
    binary = program()
    intro = "# Command line\n\nWhat `contsid help` prints, and `contsid COMMAND --help` of each command.\n"
    blocks = [fold("contsid help", printed(binary, "help"))]
    blocks += [fold(f"contsid {command}", printed(binary, command, "--help")) for command in COMMANDS]
    return intro + "\n".join(blocks)


def fold(title, text):
    return f'\n??? note "`{title}`"\n\n    ```text\n{indented(text)}    ```\n'


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
