"""The errors a user can cause or mend; each becomes one line and an exit code."""

from __future__ import annotations


class LeagueError(Exception):
    """Something is wrong that the user can mend.

    The message is one line of the form ``<what is wrong>; <what to do>``.
    """

    exit_code = 2


class UsageError(LeagueError):
    """The command line asks for something that does not exist or makes no sense."""

    exit_code = 2


class ToolchainError(LeagueError):
    """A toolchain or a device that was required is not there."""

    exit_code = 5


class StoreError(LeagueError):
    """Records cannot be written or read: unwritable folder, full disk, damaged file."""

    exit_code = 2


class NothingComparable(LeagueError):
    """No valid time was measured that could be compared."""

    exit_code = 4
