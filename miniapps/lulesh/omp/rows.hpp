// What a thread of the team works on.
#pragma once

#include <omp.h>

#include "lulesh_rows_simd.hpp"

namespace lulesh {

/// Whole SIMD batches of `all`, as many as every other thread has.
inline Chunk my_chunk(int all) {
  return chunk_of(all, omp_get_thread_num(), omp_get_num_threads());
}

/// Divides, before the clock starts, the forces into so many private sums, or fewer if there is no
/// room.
void make_private_sums(const Mesh& m, const int* lists, int wanted);

}  // namespace lulesh
