"""What of an executable is code: the same in two builds that differ in their revision alone."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from pathlib import Path

from league.device_code import images

_ELF64 = b"\x7fELF\x02\x01"  # of the byte order of every machine there is a toolchain for
_HEADER, _SECTION = struct.Struct("<40xQ10xHHH"), struct.Struct("<IIQQQQ")
_EXECUTABLE = 0x4
#: Sections that hold code of a device, by the compilers that write them.
_OF_DEVICE = (b".llvm.offloading", b".nv_fatbin", b"__nv_relfatbin")


def sha256(executable: Path, sources: str) -> str:
    """Return a hash of the machine code of an executable, and of the sources it was made from.

    Code is what may be executed, and images of devices.  Not in it: strings such as the revision,
    the build's id.  Since tables of numbers are not in it either, nothing is told without the hash
    of the sources.  An empty text if that or the layout of the file is unknown.
    """
    if not sources:
        return ""
    try:
        data = executable.read_bytes()
        digest = hashlib.sha256(sources.encode())
        found = 0
        for part in [*_sections(data), *(one.data for one in images.images(executable))]:
            digest.update(struct.pack("<Q", len(part)))
            digest.update(part)
            found += len(part)
    except (OSError, ValueError, struct.error):
        return ""
    return digest.hexdigest() if found else ""


def _sections(data: bytes) -> Iterator[bytes]:
    """Yield the sections of an ELF file that are code.  Raises ValueError or struct.error."""
    if not data.startswith(_ELF64):
        raise ValueError("no 64-bit ELF file")
    table, size, count, names = _HEADER.unpack_from(data)
    heads = [_SECTION.unpack_from(data, table + n * size) for n in range(count)]
    texts = heads[names][4]
    for name, kind, flags, _, start, length in heads:
        title = data[texts + name : data.index(b"\0", texts + name)]
        if kind == 1 and (flags & _EXECUTABLE or title in _OF_DEVICE):
            yield data[start : start + length]
