// What the host does with the same source: a loop that names every pointer, shared among threads.

#include "lambda-pointers_rows.hpp"

namespace {

template <typename Real, typename... Array>
void add_numbers(int n, Array... y) {
  #pragma omp parallel for
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
