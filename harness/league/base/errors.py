"""The errors a user can cause or mend; each becomes one line and an exit code."""

from __future__ import annotations

from league.base import exit_codes


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
