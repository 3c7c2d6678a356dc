// How a launch is cut into teams.
#pragma once

#include <algorithm>

#include "tealeaf_parts.hpp"

namespace tea {

// Eight warps a team: 2048 threads, the most a multiprocessor holds, are eight full teams, and rows
// need not be a multiple of anything.  Reasoned, not measured.
constexpr int team_size = 256;

// All rows are one loop, with the halo between them, where vectors are zero and remain so: no
// division tells rows from columns.
inline int first_of(const Fields& f) { return int(f.mesh.pitch); }
inline int end_of(const Fields& f) { return int(f.mesh.pitch) * (f.ny + 1); }

/// One thread a cell, so that no thread loops.
inline int teams(long cells) { return int((cells + team_size - 1) / team_size); }

/// Teams of a sum: their results are added by one team, which has 1024 places for them in LLVM.
inline int sum_teams(long cells) { return std::min(teams(cells), 1024); }

}  // namespace tea
