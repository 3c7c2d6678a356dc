// Entries of the runtime's interface that are not there: a line each, and an error.
#pragma once

namespace emu {

/// Says once that an entry is missing.
void tell_missing(const char* name);
/// The same; returns an error of the interface.
int missing(const char* name);

}  // namespace emu

/// An entry that is there if another file has it.  All of these lie together: who asks for an entry
/// by its name is told that there is none.
#define EMU_MISSING(name)                                                                      \
  extern "C" __attribute__((weak, visibility("default"), section("emu_missing"))) int name() { \
    return emu::missing(#name);                                                                \
  }
