"""Machine code for NVIDIA GPUs in an executable, by whichever compiler put it there.

nvcc writes fat binaries, which only its own tools read; Clang writes offload binaries, whose layout
its documentation gives; GCC writes PTX, which the driver compiles when the program starts.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: Bytes of an executable that are read.
LARGEST = 256 * 2**20
_ELF = b"\x7fELF"
_OFFLOAD = b"\x10\xff\x10\xad"
_PREAMBLE = b"// BEGIN PREAMBLE\n.version"
_ENTRY = b".entry "


@dataclass(frozen=True)
class Image:
    """Code for a GPU: of which kind (`cubin`, `ptx`), for which architecture if it is told."""

    kind: str
    arch: str
    data: bytes


def images(executable: Path) -> list[Image]:
    """Return the images that Clang or GCC put into an executable; raises OSError."""
    if executable.stat().st_size > LARGEST:
        return []
    data = executable.read_bytes()
    return [*_of_clang(data), *_of_gcc(data)]


def _of_clang(data: bytes) -> Iterator[Image]:
    """Yield the machine code in offload binaries (magic, version, size, entry)."""
    at = data.find(_OFFLOAD)
    while at >= 0:
        image = _offload_image(data, at)
        if image is not None:
            yield image
        at = data.find(_OFFLOAD, at + 4)


def _offload_image(data: bytes, at: int) -> Image | None:
    try:
        _version, size, entry, _entry_size = struct.unpack_from("<IQQQ", data, at + 4)
        _image_kind, _producer, _flags = struct.unpack_from("<HHI", data, at + entry)
        texts, count, start, length = struct.unpack_from("<QQQQ", data, at + entry + 8)
        if size > len(data) - at or start + length > size or count > 64:
            return None
        told = {}
        for number in range(count):
            key, value = struct.unpack_from("<QQ", data, at + texts + 16 * number)
            told[_text(data, at + key)] = _text(data, at + value)
    except struct.error:
        return None
    image = data[at + start : at + start + length]
    if "nvptx" not in told.get("triple", "") or not image.startswith(_ELF):
        return None
    return Image("cubin", told.get("arch", ""), image)


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode("ascii", "replace")


def _of_gcc(data: bytes) -> Iterator[Image]:
    """Yield the modules of PTX that have kernels; those of the libraries have none."""
    at = data.find(_PREAMBLE)
    while at >= 0:
        end = data.find(b"\0", at)
        module = data[at : end if end >= 0 else None]
        if _ENTRY in module and b"$_omp_fn$" in module:
            yield Image("ptx", "", module)
        at = data.find(_PREAMBLE, at + 1)
