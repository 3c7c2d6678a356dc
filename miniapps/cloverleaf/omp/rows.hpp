// Rows of the grid, divided among the threads of a team.
#pragma once

#include <omp.h>

namespace clover {

/// The rows of the calling thread; they follow one another, and none may be left for it.
struct Block {
  int first;
  int last;
};

inline Block block_of(int rows) {
  const long threads = omp_get_num_threads();
  const long me = omp_get_thread_num();
  return {int(rows * me / threads) + 1, int(rows * (me + 1) / threads)};
}

}  // namespace clover
