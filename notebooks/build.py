"""Build the notebooks and `results/` from the sources: `python notebooks/build.py`; `--check` only compares.

Each `N_name.py` (jupytext, percent) becomes `N_name.ipynb` with its outputs, and what it keeps becomes charts and
tables in `results/`. A build on the same machine gives the same bytes; `--check` compares tables by their numbers
and pictures by the data inside them, as letters are drawn a little differently elsewhere.
"""

import argparse
import base64
import csv
import io
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = ROOT / "results"
COMMAND = "python notebooks/build.py"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}
sys.path.insert(0, str(HERE))

import kept  # noqa: E402

from bmg_odds.answers.carried import carried  # noqa: E402

Files = dict[str, str | bytes]


def sources() -> list[Path]:
    """Return the notebooks' sources, in order."""
    return sorted(HERE.glob("[0-9]_*.py"))


def run(source: Path) -> kept.Book:
    """Run a source as plain Python, its asserts too; return what it keeps."""
    book = kept.fresh()
    code = compile(source.read_text(encoding="utf-8"), str(source.name), "exec")
    exec(code, {"__name__": "__main__"})
    return kept.Book(book.question, book.answer, list(book.items))


def cells(source: Path) -> Any:
    """Return a source as a notebook without outputs; its cells are numbered."""
    import jupytext

    notebook = jupytext.reads(source.read_text(encoding="utf-8"), fmt="py:percent")
    for place, cell in enumerate(notebook.cells):
        cell["id"], cell["metadata"] = f"cell-{place + 1:02d}", {}
    notebook["metadata"], notebook["nbformat"], notebook["nbformat_minor"] = dict(METADATA), 4, 5
    return notebook


def executed(source: Path) -> str:
    """Return a source as the text of a notebook with outputs, without anything that changes from run to run."""
    import nbformat
    from nbclient import NotebookClient

    notebook = cells(source)
    client = NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}, timeout=300)
    # The kernel remarks on its own sockets; what a cell says is an output, and an error of one is raised.
    client.execute(stderr=subprocess.DEVNULL)
    notebook["metadata"] = dict(METADATA)
    for cell in notebook.cells:
        cell["metadata"] = {}
        for output in cell.get("outputs", ()):
            if output["output_type"] in ("stream", "error"):
                raise RuntimeError(f"{source.name}: a cell says {output}")
            for kind, value in output.get("data", {}).items():
                # A frame's html names nothing that changes; spaces at the ends of lines would.
                if isinstance(value, str) and kind != "image/png":
                    output["data"][kind] = "\n".join(line.rstrip() for line in value.splitlines())
    return str(nbformat.writes(notebook)) + "\n"


def files(books: dict[Path, kept.Book], *, pictures: bool = True) -> Files:
    """Return every file of `results/` that the notebooks make, by name."""
    found: Files = {}
    for book in books.values():
        for item in book.items:
            new = item.texts()
            if pictures and not isinstance(item, kept.Table):
                new |= {f"{item.name}{suffix}": item.picture(suffix) for suffix in (".svg", ".png")}
            if twice := found.keys() & new.keys():
                raise ValueError(f"two results have the name {min(twice)}")
            found |= new
    return found | {"README.md": index(books)}


def index(books: dict[Path, kept.Book]) -> str:
    """Return the page that shows all results."""
    parts = [
        "# Results",
        "Charts and tables that can go into a blog post as they are: SVG, and PNG for 728 pixels at double density; "
        "md for reading, csv with full precision. Each carries what it rests on inside (a csv beside it).",
        f"All of the {len(books)} notebooks are made by `{COMMAND}`, and `{COMMAND} --check` says whether they are "
        "fresh. What shows a command of its own is rebuilt by it alone, from what the file carries, beside the old "
        "one.",
        "Made by `python results/make.py`: the README's [picture](first-answer.svg) and its [table](first-answer.md), "
        "and the first answer [under every reading](readings.md). Made by `python benchmarks/run.py`: the "
        "[benchmarks](benchmarks.md) and how costs [grow](benchmarks-growth.svg).",
    ]
    for source, book in books.items():
        title = cells(source).cells[0]["source"].splitlines()[0].removeprefix("# ")
        notebook = f"../notebooks/{source.stem}"
        parts += [f"## {title}", f"**{book.question}** {book.answer}"]
        parts.append(f"Notebook: [with outputs]({notebook}.ipynb), [source]({notebook}.py).")
        for item in book.items:
            parts += _shown(item)
    return "\n\n".join(parts) + "\n"


def _shown(item: kept.Chart | kept.Drawing | kept.Table) -> Iterator[str]:
    names = [name for name in item.texts() if not name.endswith(".json")]
    if isinstance(item, kept.Table):
        text = str(item.texts()[f"{item.name}.md"])
        yield text.rpartition("\n\n<!--")[0]
        yield f"Files: {_links(names)}. Command: `{COMMAND}`."
        return
    title, told = item.words
    yield f"![{_alt(title)}. {_alt(told)}]({item.name}.svg)"
    alone = f"bmg-odds reproduce results/{item.name}.svg" if isinstance(item, kept.Chart) else COMMAND
    yield f"Files: {_links([f'{item.name}.svg', f'{item.name}.png', *names])}. Command: `{alone}`."


def _links(names: list[str]) -> str:
    return ", ".join(f"[{name.rpartition('.')[2]}]({name})" for name in names)


def _alt(text: str) -> str:
    return text.replace("[", "(").replace("]", ")").rstrip(".")


def same(old: object, new: object) -> bool:
    """Whether two records are the same: numbers to 12 digits, the program that drew the letters aside."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = (old.keys() | new.keys()) - {"drawn_with"}
        return all(key in old and key in new and same(old[key], new[key]) for key in keys)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(same(one, two) for one, two in zip(old, new, strict=True))
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=1e-12, abs_tol=1e-13)
    return old == new


def fresh(name: str, old: bytes, new: str | bytes) -> bool:
    """Whether a file says what its rebuilt one says."""
    data = new.encode() if isinstance(new, str) else new
    if old == data:
        return True
    suffix = Path(name).suffix
    if suffix in (".svg", ".png"):
        return same(carried(name, old), carried(name, data))
    if suffix == ".md":
        tail = b"\n\n<!-- bmg-odds"
        both = old.partition(tail), data.partition(tail)
        return both[0][0] == both[1][0] and bool(both[1][1]) and same(carried(name, old), carried(name, data))
    if suffix == ".csv":
        return same(_rows(old), _rows(data))
    if suffix == ".json":
        return same(json.loads(old), json.loads(data))
    if suffix == ".ipynb":
        return same(_plain(old), _plain(data))
    return False


def _rows(data: bytes) -> list[Any]:
    return [[_number(cell) for cell in row] for row in csv.reader(io.StringIO(data.decode()))]


def _number(text: str) -> object:
    try:
        return float(text)
    except ValueError:
        return text


def _plain(data: bytes) -> Any:
    """Return a notebook with each picture replaced by what it carries."""
    notebook = json.loads(data)
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            shown = output.get("data", {})
            if "image/png" in shown:
                shown["image/png"] = carried("shown.png", base64.b64decode("".join(shown["image/png"])))
    return notebook


def main() -> int:
    """Build everything, or compare it; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where something is stale")
    check = parser.parse_args().check
    books = {source: run(source) for source in sources()}
    made = {RESULTS / name: text for name, text in files(books).items()}
    made |= {source.with_suffix(".ipynb"): executed(source) for source in books}
    expected = {path for path in made if path.parent == RESULTS}
    left = sorted(set(RESULTS.glob("[0-9]-*")) - expected)
    stale = 0
    for path, text in made.items():
        shown = path.relative_to(ROOT)
        if check:
            if not path.exists() or not fresh(path.name, path.read_bytes(), text):
                print(f"stale: {shown}")
                stale += 1
            continue
        data = text.encode() if isinstance(text, str) else text
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
            print(f"wrote {shown}")
    for path in left:
        print(f"{'stale' if check else 'removed'}: {path.relative_to(ROOT)}, which no notebook makes")
        if check:
            stale += 1
        else:
            path.unlink()
    if check:
        print(f"{len(made)} files compared, {stale} stale")
    return int(stale > 0)


if __name__ == "__main__":
    sys.exit(main())
