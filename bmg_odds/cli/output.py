"""Where an answer goes: stdout, or a file that is written whole or not at all."""

import os
import sys
from dataclasses import dataclass

import typer

from bmg_odds.answers.asking.mistakes import printable
from bmg_odds.answers.formats import Document, as_json, check_writable, form_of, save
from bmg_odds.cli.errors import complain
from bmg_odds.errors import BmgError


@dataclass(frozen=True, slots=True)
class Destination:
    """A format, and the file to write or None for stdout."""

    form: str
    path: str | None = None

    @classmethod
    def of(cls, form: str | None, path: str | None) -> "Destination":
        """Return where --format and --output send the answer; BmgError before any work if it cannot go there.

        >>> Destination.of(None, None)
        Destination(form='table', path=None)
        """
        found = cls(form_of(path, form), path)
        if path is not None:
            check_writable(path)
        return found

    def deliver(self, document: Document) -> None:
        """Write the answer there."""
        if self.path is None:
            text = document.text(self.form, unicode=_takes_unicode())
            if self.form == "json" and not _can_write(text):
                text = as_json(document.record, ascii_only=True)
            emit(text)
            return
        files = document.files(self.path, self.form)
        save(files)
        _kept.extend(files)
        note(f"wrote {' and '.join(files)}")


_kept: list[str] = []


def kept() -> list[str]:
    """Return what this run has finished, for the message of an interrupt."""
    return list(_kept)


def keep_nothing() -> None:
    """Forget what an earlier run finished, at the start of one in the same process."""
    _kept.clear()


def keep(what: str) -> None:
    """Remember something finished: a file, or an answer that was given."""
    _kept.append(what)


def note(text: str) -> None:
    """Say something beside the answer, on stderr."""
    complain(text)


def emit(text: str) -> None:
    """Write to stdout. A reader that left early (`| head -1`) ends the program quietly."""
    if sys.stdout is None:
        return
    try:
        code = _encoding()
        sys.stdout.write(text if _can_write(text) else text.encode(code, "replace").decode(code))
        sys.stdout.flush()
    except OSError as error:
        silence_stdout()
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(0) from None
        raise BmgError(f"cannot write to stdout: {printable(error.strerror or str(error))}") from None


def silence_stdout() -> None:
    """Send what is still to be flushed to nowhere."""
    # Python flushes stdout once more at exit, which would complain again.
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    finally:
        os.close(nothing)


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "ascii"


def _can_write(text: str) -> bool:
    try:
        text.encode(_encoding())
    except UnicodeEncodeError:
        return False
    return True


def _takes_unicode() -> bool:
    return _can_write("±█▏")
