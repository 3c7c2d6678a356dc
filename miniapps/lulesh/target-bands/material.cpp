// What a processor as device wants: a thread evaluates a block of a region as often as the region
// demands; where threads are many, a kernel for every evaluation.

#include "fields.hpp"
#include "lulesh_parts.hpp"
#include "lulesh_rows_blocks.hpp"

namespace {

void evaluate_region(const lulesh::Mesh& mesh, double* f, const int* members, int begin, int end) {
  using namespace lulesh;
  const Mesh m = mesh;
  #pragma omp target teams distribute parallel for simd firstprivate(m)
  for (int i = begin; i < end; ++i) store_next(m, f, members[i]);
}

void evaluate_regions(const lulesh::Mesh& m, double* f, const int* lists) {
  for (int r = 0; r < m.regions; ++r) {
    const int begin = lists[m.region_begin() + r];
    const int end = lists[m.region_begin() + r + 1];
    if (begin == end) continue;
    const int times = lists[m.repetitions() + begin];
    for (int n = 0; n < times; ++n) evaluate_region(m, f, lists + m.members(), begin, end);
  }
}

void evaluate_blocks(const lulesh::Mesh& mesh, double* f, const int* lists) {
  using namespace lulesh;
  const Mesh m = mesh;
  // The most expensive regions are the last ones and begin first.  (The chunks of one that
  // `static` has are out of reach: see par.tdpf.schedule-static-1 in validation.)
  #pragma omp target teams distribute parallel for schedule(dynamic) firstprivate(m)
  for (int k = blocks_of(m.elements) - 1; k >= 0; --k) {
    Block found;
    evaluate_block(m, f, lists, k, found);
  }
}

}  // namespace

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  const Mesh m = mesh;
  if (private_sums.empty())
    evaluate_regions(m, f, lists);
  else
    evaluate_blocks(m, f, lists);
  #pragma omp target teams distribute parallel for simd firstprivate(m)
  for (int e = 0; e < m.elements; ++e) take_next(m, f, e);
}
