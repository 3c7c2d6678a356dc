// What the header of a benchmark's contract needs, and no more: every variant compiles it.
#pragma once

#include <vector>

#include "league/guard.hpp"
#include "league/stopwatch.hpp"
#include "league/work.hpp"

namespace league {

struct Check;  ///< check.hpp
using Checks = std::vector<Check>;

/// One integer parameter of a benchmark's class: its name, its member and what values make sense.
template <typename Class>
struct Parameter {
  using Member = int Class::*;
  const char* name;
  Member member;
  int low;
  int high;
  int step = 1;  ///< values are multiples of it
};

}  // namespace league
