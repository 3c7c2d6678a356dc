"""The errors a user can cause or mend; each becomes one line and an exit code."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator

from league.base import exit_codes

_ELSEWHERE = "go elsewhere with --out or --build-root"
#: Numbers of errors that writing alone has.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
#: What helps where the system refuses, by its number of the error.
REMEDIES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), f"make room on that disk or {_ELSEWHERE}"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), f"it is not yours to use; {_ELSEWHERE}"),
    errno.EROFS: f"that disk is read-only; {_ELSEWHERE}",
}


class LeagueError(Exception):
    """Something is wrong that the user can mend.

    The message is one line of the form ``<what is wrong>; <what to do>``.
    """

    exit_code = exit_codes.USAGE


class UsageError(LeagueError):
    """The command line asks for something that does not exist or makes no sense."""

    exit_code = exit_codes.USAGE


class ToolchainError(LeagueError):
    """A toolchain or a device that was required is not there."""

    exit_code = exit_codes.NO_TOOLCHAIN


class StoreError(LeagueError):
    """Records cannot be written or read: unwritable folder, full disk, damaged file."""

    exit_code = exit_codes.USAGE


class NothingComparable(LeagueError):
    """No valid time was measured that could be compared."""

    exit_code = exit_codes.NOTHING_COMPARABLE


def why(error: Exception) -> str:
    """Return what the system says of an error, in small letters."""
    return (getattr(error, "strerror", None) or str(error)).lower()


@contextlib.contextmanager
def guarding(what: str, remedy: str, kind: type[LeagueError] = LeagueError) -> Iterator[None]:
    """Make of an error of the system in this context one the user can mend.

    It reads ``cannot <what>: <why>; <remedy>``.
    """
    try:
        yield
    except OSError as error:
        raise kind(f"cannot {what}: {why(error)}; {remedy}") from error
