// Several modules made one, as the driver's linker does it.
#pragma once

#include "ptx/module.hpp"

namespace emu::ptx {

/// A module and what messages call it.
struct Unit {
  std::string name;
  Module module;
};

/// One module of all: names that are visible meet, a definition that is not weak wins, and local
/// names that several modules have get that of their unit behind them.  Throws Unsupported for
/// names that are defined twice, or used and defined nowhere.  `provided` tells which functions
/// need no definition.
Module link(std::vector<Unit> units, bool (*provided)(const std::string&));

}  // namespace emu::ptx
