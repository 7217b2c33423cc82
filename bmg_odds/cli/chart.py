"""`--chart` and what goes with it: the options, their checks before any work, and the drawing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bmg_odds.answers.asking.options import Opt, choice, text
from bmg_odds.answers.asking.shared import CHART
from bmg_odds.errors import BmgError

THEME = choice("theme", "--theme", ("light", "dark"), "Of the chart: dark letters on white, or light ones on black "
               "(light).")  # fmt: skip
SIZE = choice("size", "--size", ("blog", "card"), "Of the chart: 728 pixels wide at twice the dots, or 1200 x 630 "
              "(blog).")  # fmt: skip
CHART_DATA = Opt("chart_data", ("--chart-data",), "Write what the chart draws to FILE.csv.", "FILE", text)
CHART_OPTIONS = (CHART, THEME, SIZE, CHART_DATA)


@dataclass(frozen=True, slots=True)
class Chart:
    """Where a command's chart goes, and how it looks; `path` None where none was asked for."""

    path: str | None = None
    theme: str = "light"
    size: str = "blog"
    data: str | None = None

    @classmethod
    def taken(cls, options: dict[str, Any]) -> "Chart":
        """Take the chart's options out of a command's; BmgError before any work for what cannot be drawn there."""
        from bmg_odds.answers.formats import check_writable

        path, data = options.pop("chart"), options.pop("chart_data")
        theme, size = options.pop("theme"), options.pop("size")
        if path is None:
            for flag, value in (("--theme", theme), ("--size", size)):
                if value is not None:
                    raise BmgError(f"{flag} {value} is about a chart; ask for one with --chart FILE")
        else:
            from bmg_odds.answers.pictures import check_picture

            check_picture(path)
            check_writable(path, flag="--chart")
        if data is not None:
            from bmg_odds.answers.charts import check_data

            check_data(data)
            check_writable(data, flag="--chart-data")
        return cls(path, theme or "light", size or "blog", data)

    def draw(self, record: Callable[[], Mapping[str, Any]] | Mapping[str, Any]) -> None:
        """Draw an answer from its record, where a chart was asked for, and say what was written."""
        if self.path is None and self.data is None:
            return
        from bmg_odds.answers import charts
        from bmg_odds.answers.formats import save
        from bmg_odds.cli.output import note

        found = record() if callable(record) else record
        if self.path is not None:
            written = charts.draw(found, self.path, theme=self.theme, size=self.size, data=self.data)
        else:
            files = charts.data_files(found, self.data or "")
            save(files)
            written = list(files)
        note(f"wrote {' and '.join(written)}")
