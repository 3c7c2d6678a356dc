// What a thread of the team works on.
#pragma once

#include <omp.h>

#include "lulesh_rows.hpp"

namespace lulesh {

/// Whole vectors of `all`, as many as every other thread has.
inline Share my_share(int all) {
  return share_of(all, omp_get_thread_num(), omp_get_num_threads());
}

/// Divides, before the clock starts, the forces into so many sums, or fewer if there is no room.
void share_forces(const Mesh& m, const int* lists, int wanted);

}  // namespace lulesh
