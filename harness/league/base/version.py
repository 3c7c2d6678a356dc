"""The version of League."""

__version__ = "0.1.0"
