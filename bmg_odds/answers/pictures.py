"""Pictures that can go anywhere: style, small print, and files that carry their own provenance."""

import io
import json
import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from bmg_odds._version import __version__
from bmg_odds.answers.formats import comment
from bmg_odds.errors import BmgError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")  # Okabe and Ito: told apart by everyone
INK, PALE = "#222222", "#666666"
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 13.0,
    "svg.hashsalt": "bmg-odds",
    "svg.fonttype": "path",
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def check_picture(path: str) -> None:
    """Raise BmgError for a file whose suffix is no picture's.

    >>> check_picture("odds.svg")
    """
    if PurePath(path).suffix.lower() not in SUFFIXES:
        raise BmgError(f"--chart {path}: no picture has that suffix; allowed: {', '.join(SUFFIXES)}")


def footer(record: Mapping[str, Any]) -> str:
    """Return the line of small print of an answer: rules, readings, gaps, engine, version."""
    readings = ", ".join(f"{name}={record['readings'][name]}" for name in record["inferred_readings"])
    parts = [f"{record['rules']} rules", f"inferred readings: {readings or 'none'}"]
    if record["unmodelled_traits"]:
        parts.append(f"not in the model: {', '.join(record['unmodelled_traits'])}")
    return " · ".join([*parts, f"{record['engine']} engine", f"bmg-odds {__version__}"])


def picture_bytes(figure: "Figure", suffix: str, *, title: str, told: str, provenance: Mapping[str, Any]) -> bytes:
    """Return a figure as the bytes of an SVG, PNG or PDF file, its title, words and provenance inside.

    The same figure always gives the same bytes of SVG and PNG.
    """
    import matplotlib as mpl

    stream = io.BytesIO()
    known: dict[str, Any] = {"Title": title, "Creator": f"bmg-odds {__version__}"}
    with mpl.rc_context(STYLE):
        if suffix == ".svg":
            figure.savefig(stream, format="svg", metadata={**known, "Description": told, "Date": None})
        elif suffix == ".png":
            inside = {"Title": title, "Software": known["Creator"], "Description": told}
            inside["bmg-odds"] = json.dumps(provenance, allow_nan=False)
            figure.savefig(stream, format="png", dpi=200, metadata=inside)
        else:
            inside = {**known, "Subject": told, "Keywords": json.dumps(provenance, allow_nan=False)}
            figure.savefig(stream, format="pdf", metadata={**inside, "CreationDate": None})
    if suffix != ".svg":
        return stream.getvalue()
    text = re.sub(r"[ \t]+$", "", stream.getvalue().decode(), flags=re.MULTILINE)
    head = f"<title>{escape(title)}</title>\n <desc>{escape(told)}</desc>\n {comment(provenance)}"
    text = text.replace(f"<title>{escape(title)}</title>", head, 1).replace("<svg ", '<svg role="img" ', 1)
    return text.encode()
