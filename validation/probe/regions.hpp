// What the probe asks: small regions of every nesting of teams, parallel and simd.
#pragma once

#include <string>
#include <vector>

namespace probe {

constexpr int iterations = 4096;  ///< of every worksharing loop
constexpr int terms = 1024;       ///< of every sum that counts lanes

/// Who executed one iteration: the answers of the OpenMP routines, and on NVIDIA GPUs the
/// hardware's.
struct Seen {
  int team = -1;
  int teams = 0;
  int thread = -1;
  int threads = 0;
  int block = -1;                ///< special register ctaid.x, -1 where there is none
  int warp = -1;                 ///< of its block
  unsigned char lanes[32] = {};  ///< 1 for each lane of that warp that executed it
};

/// One region: how it is written, which clauses it has, and the function that runs it.
struct Region {
  std::string nesting;
  std::string clauses;
  bool has_loop;  ///< whether iterations are shared out; otherwise one entry per team or thread
  void (*run)(Seen* seen);
};

/// One sum over `terms` numbers whose rounding tells how many lanes added independently.
struct LaneSum {
  std::string nesting;
  std::string clauses;
  float (*run)(const float* numbers);
};

/// Every region and every sum.
std::vector<Region> regions();
std::vector<LaneSum> lane_sums();

}  // namespace probe
