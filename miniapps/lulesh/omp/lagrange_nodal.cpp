// What the host makes of it: every thread adds up the forces of its elements by itself, eight
// elements at a time; the nodes then add what the threads have.

#include "lulesh_parts.hpp"
#include "lulesh_shares.hpp"
#include "team.hpp"

namespace {

std::vector<lulesh::Sums> shares;

}  // namespace

void lulesh::share_forces(const Mesh& m, const int* lists, int wanted) {
  shares.clear();
  for (int count = wanted; shares.empty(); count -= (count + 7) / 8)  // one always has room
    shares = shares_of(m, lists, count);
}

void lulesh::lagrange_nodal(const Mesh& m, double* f, const int* lists, double dt) {
  const int count = int(shares.size());
  for (int t = omp_get_thread_num(); t < count; t += omp_get_num_threads())
    add_forces(m, f, lists, shares[std::size_t(t)]);
  #pragma omp barrier
  #pragma omp for schedule(static)
  for (int k = 0; k < pieces_of(m.nodes); ++k) move_piece(m, f, lists, shares.data(), count, k, dt);
}
