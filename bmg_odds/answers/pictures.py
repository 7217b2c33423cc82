"""Pictures that can go anywhere: themes, sizes, small print, and files that carry their own provenance."""

import io
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from bmg_odds._version import __version__
from bmg_odds.answers.formats import comment
from bmg_odds.errors import BmgError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. The series are Okabe's and Ito's: told apart by everyone."""

    name: str
    paper: str
    ink: str
    pale: str
    grid: str
    series: tuple[str, ...]
    fill: tuple[str, ...]
    """Soft fills of areas from little to much: lighter to darker on white, darker to lighter on black."""


THEMES = {
    "light": Theme(
        "light", "#ffffff", "#222222", "#5f5f5f", "#e3e3e3",
        ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#222222", "#E69F00"),
        ("#f4f8fb", "#cfe3f1", "#9cc7e3", "#6fabd2"),
    ),
    "dark": Theme(
        "dark", "#15181d", "#eceff2", "#aab2bb", "#343b43",
        ("#56B4E9", "#E69F00", "#00B383", "#E08BB9", "#F0E442", "#ffffff"),
        ("#1b2128", "#1f3a50", "#255677", "#2a6c97"),
    ),
}  # fmt: skip

MARKS = ("o", "s", "^", "D", "v", "P")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (7, 2, 1.5, 2)), (0, (3, 1.5)), (0, (9, 3)))

WIDTH = 7.28
"""Inches of every picture: 728 pixels of a blog's column. A card has the same width, so the same letters."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of picture: its height in inches, None for as high as it needs, and the pixels of its PNG."""

    name: str
    height: float | None
    pixels: int


SIZES = {"blog": Size("blog", None, 1456), "card": Size("card", WIDTH * 630 / 1200, 1200)}

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 12.5,
    "svg.hashsalt": "bmg-odds",
    "svg.fonttype": "path",
    "text.parse_math": False,
    "text.hinting": "none",
    "axes.unicode_minus": False,
    "axes.axisbelow": True,
    "hatch.linewidth": 0.8,
}
"""What every picture is drawn with. Names are names: a `$` in one starts no formula."""


def style(theme: Theme) -> dict[Any, Any]:
    """Return the settings of matplotlib for a theme.

    >>> style(THEMES["dark"])["text.color"]
    '#eceff2'
    """
    ink = ("text.color", "axes.labelcolor", "xtick.color", "ytick.color", "axes.edgecolor")
    paper = ("figure.facecolor", "axes.facecolor", "savefig.facecolor", "savefig.edgecolor")
    return STYLE | dict.fromkeys(ink, theme.ink) | dict.fromkeys(paper, theme.paper) | {"grid.color": theme.grid}


@contextmanager
def drawing(theme: Theme) -> Iterator[None]:
    """Draw in a theme; a sign that the font lacks is drawn as a box, without a word on stderr."""
    import matplotlib as mpl

    with warnings.catch_warnings(), mpl.rc_context(style(theme)):
        warnings.filterwarnings("ignore", message="Glyph .* missing", category=UserWarning)
        yield


def check_picture(path: str) -> None:
    """Raise BmgError for a file whose suffix is no picture's.

    >>> check_picture("odds.svg")
    """
    if PurePath(path).suffix.lower() not in SUFFIXES:
        raise BmgError(f"--chart {path}: no picture has that suffix; allowed: {', '.join(SUFFIXES)}")


def drawn_with() -> str:
    """Return what draws the letters and lines here: other versions of it draw other bytes."""
    import matplotlib as mpl
    from matplotlib import ft2font

    return f"matplotlib {mpl.__version__}, FreeType {ft2font.__freetype_version__}"


def footer(record: Mapping[str, Any], *, short: bool = False) -> str:
    """Return the line of small print of an answer: rules, readings, gaps, engine, version.

    `short` counts long lists instead of naming them: the file itself names them all.

    >>> footer({"rules": "revised", "readings": {}, "engine": "mc", "trials": 1000, "seed": 7, "version": "1"})
    'revised rules · inferred readings: none · 1,000 rolls, seed 7 · bmg-odds 1'
    """
    known = record.get("readings", {})
    readings = [f"{name}={known[name]}" if name in known else name for name in record.get("inferred_readings", ())]
    parts = [f"{record['rules']} rules"] if record.get("rules") else []
    parts.append(_listed("inferred readings", readings or ["none"], 3 if short else None))
    for key, label in (("inferred_traits", "inferred wordings"), ("unmodelled_traits", "not in the model")):
        if record.get(key):
            parts.append(_listed(label, record[key], 2 if short else None))
    if record.get("trials") is None:
        parts.append("counted exactly")
    else:
        what = "fights" if record.get("command") == "duel" else "rolls"
        seed = "" if record.get("seed") is None else f", seed {record['seed']}"
        parts.append(f"{record['trials']:,} {what}{seed}")
    return " · ".join([*parts, f"bmg-odds {record.get('version', __version__)}"])


def _listed(label: str, names: list[str], most: int | None) -> str:
    if most is not None and len(names) > most:
        return f"{label}: {len(names)}"
    return f"{label}: {', '.join(names)}"


def plain(text: str) -> str:
    """Return a text in one line without signs that no file of text may hold.

    >>> plain("a" + chr(27) + "b  c")
    'a·b c'
    """
    return "".join(sign if sign.isprintable() else "·" for sign in " ".join(text.split()))


def picture_bytes(
    figure: "Figure",
    suffix: str,
    *,
    title: str,
    told: str,
    provenance: Mapping[str, Any],
    theme: str = "light",
    size: str = "blog",
) -> bytes:
    """Return a figure as the bytes of an SVG, PNG or PDF file, its title, words and provenance inside.

    The same figure always gives the same bytes of SVG and PNG.
    """
    stream = io.BytesIO()
    title, told = plain(title), plain(told)
    known: dict[str, Any] = {"Title": title, "Creator": f"bmg-odds {__version__}"}
    with drawing(THEMES[theme]):
        if suffix == ".svg":
            figure.savefig(stream, format="svg", metadata={**known, "Description": told, "Date": None})
        elif suffix == ".png":
            inside = {"Title": title, "Software": known["Creator"], "Description": told}
            inside["bmg-odds"] = json.dumps(provenance, allow_nan=False)
            # A hair more than the quotient: the pixels are cut, not rounded.
            dots = (SIZES[size].pixels + 0.01) / WIDTH
            figure.savefig(stream, format="png", dpi=dots, metadata=inside)
        else:
            inside = {**known, "Subject": told, "Keywords": json.dumps(provenance, allow_nan=False)}
            figure.savefig(stream, format="pdf", metadata={**inside, "CreationDate": None})
    if suffix != ".svg":
        return stream.getvalue()
    text = re.sub(r"[ \t]+$", "", stream.getvalue().decode(), flags=re.MULTILINE)
    head = f"<title>{escape(title)}</title>\n <desc>{escape(told)}</desc>\n {comment(provenance)}"
    text = text.replace(f"<title>{escape(title)}</title>", head, 1).replace("<svg ", '<svg role="img" ', 1)
    return text.encode()
