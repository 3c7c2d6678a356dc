// Entries that have another name in programs built with default streams per thread.
#pragma once

#include "runtime/api.hpp"

/// The entry `name` under its other name: null is the stream of the thread.
#define OF_THREAD(name, suffix, parameters, arguments) \
  EMU_API int name parameters;                         \
  EMU_API int name##suffix parameters {                \
    const emu::NullIsOwn null_is_own;                  \
    return name arguments;                             \
  }
