// What the host makes of it: every thread adds up the forces of its elements in private sums, a
// SIMD batch at a time; the nodes then add what the threads have.

#include "lulesh_parts.hpp"
#include "lulesh_rows_private_sums.hpp"
#include "rows.hpp"

namespace {

std::vector<lulesh::PrivateSums> private_sums;

}  // namespace

void lulesh::make_private_sums(const Mesh& m, const int* lists, int wanted) {
  private_sums.clear();
  for (int count = wanted; private_sums.empty(); count -= (count + 7) / 8)  // one always has room
    private_sums = private_sums_of(m, lists, count);
}

void lulesh::lagrange_nodal(const Mesh& m, double* f, const int* lists, double dt) {
  const int count = int(private_sums.size());
  for (int t = omp_get_thread_num(); t < count; t += omp_get_num_threads())
    add_forces(m, f, lists, private_sums[std::size_t(t)]);
  #pragma omp barrier
  #pragma omp for schedule(static)
  for (int k = 0; k < blocks_of(m.nodes); ++k)
    move_block(m, f, lists, private_sums.data(), count, k, dt);
}
