// Unified shared memory against mapping: as target-data, without a word about data.

#pragma omp requires unified_shared_memory

#include "lambda-pointers_rows.hpp"

namespace {

template <typename Real, typename... Array>
void add_numbers(int n, Array... y) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
    Real number = 0;
    ((y[i] += ++number), ...);
  }
}

}  // namespace

template <typename Real>
void LambdaPointers::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  with_pointers(cls, data.y.data(), [&](auto... y) {
    watch.start();
    for (int launch = 0; launch < cls.launches; ++launch) add_numbers<Real>(length(cls), y...);
    watch.stop();
  });
}

template void LambdaPointers::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaPointers::run(const Class&, Data<double>&, league::Stopwatch&);
