"""Commands that start fast: typer's value checks are loaded only for values that need them.

From 0.29 on typer loads pydantic for every command (0.1 s), even for texts. Our options are texts or flags
and are read by `options`, so there is nothing to check. Where typer has no such hook nothing changes.
"""

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from bmg_odds.answers.asking.options import nearest
from bmg_odds.cli.errors import where
from bmg_odds.errors import BmgError

# The parser's own classes are private to typer; its usage errors are what BadParameter derives from.
USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]

_HOOK = "_runtime_param"


class _AsGiven:
    """Passes on texts, flags and absent values; anything else goes through typer's own check."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if isinstance(value, (str, bool)):
            return value
        if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
            return list(value)
        setattr(param, _HOOK, None)
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _lighten(params: list[Any]) -> None:
    for param in params:
        if getattr(param, _HOOK, ...) is None and hasattr(param, "get_runtime_param"):
            setattr(param, _HOOK, _AsGiven())


class Command(TyperCommand):
    """A command whose values are texts and flags; its errors know where they happened."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Return the arguments left over, after parsing."""
        _lighten(self.get_params(ctx))
        try:
            return super().parse_args(ctx, args)
        except USAGE_ERROR as error:
            if getattr(error, "ctx", None) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line, plain names for arguments."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]


class Group(TyperGroup):
    """A group of commands that names the nearest command for a mistyped one."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Return the arguments left over, after parsing."""
        _lighten(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command of the first argument; BmgError names the nearest for an unknown one."""
        name = args[0]
        if name not in self.commands and not name.startswith("-") and not ctx.resilient_parsing:
            near = nearest(name, self.commands)
            hint = f"did you mean {near}?" if near else f"allowed: {', '.join(self.commands)}"
            raise BmgError(f"no command '{where(ctx, name)}'; {hint}")
        return super().resolve_command(ctx, args)
