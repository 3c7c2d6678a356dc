// How a launch is cut into teams.
#pragma once

#include "tealeaf_parts.hpp"

namespace tea {

// Eight warps a team: 2048 threads, the most a multiprocessor holds, are eight full teams, and rows
// need not be a multiple of anything.  Reasoned, not measured.
constexpr int team_size = 256;

/// Sums are combined team by team: enough of them to fill 128 multiprocessors twice, and not more.
constexpr int sum_teams = 2048;

/// One thread a cell, so that no thread loops.
inline int teams(int nx, int ny) { return int((long(nx) * ny + team_size - 1) / team_size); }

/// One thread a block of cells.
inline int strip_teams(int nx, int ny) { return teams(nx, (ny + strip - 1) / strip); }

}  // namespace tea
