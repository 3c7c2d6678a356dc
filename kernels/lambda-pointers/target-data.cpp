// A plain loop that names every pointer: the runtime looks each up, with every launch.

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
  const MappedArrays<Real> mapped(cls, data.y.data());
  with_pointers(cls, data.y.data(), [&](auto... y) {
    watch.start();
    for (int launch = 0; launch < cls.launches; ++launch) add_numbers<Real>(length(cls), y...);
    watch.stop();
  });
}

template void LambdaPointers::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaPointers::run(const Class&, Data<double>&, league::Stopwatch&);
