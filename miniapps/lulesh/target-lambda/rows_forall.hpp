// A loop on the device whose body the caller brings, as portability libraries offer it.
//
// The region has no clause for `body`: it is mapped as any object that a region uses, and
// pointers that a lambda captured by value are translated as if the region had named them itself
// (OpenMP 5.0, 2.19.7.1).
#pragma once

namespace lulesh {

/// body(i) for every i in [begin, end).
template <typename Body>
void forall(int begin, int end, Body body) {
  #pragma omp target teams distribute parallel for
  for (int i = begin; i < end; ++i) body(i);
}

}  // namespace lulesh
