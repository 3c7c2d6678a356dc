// Explicit translation: use_device_ptr for every pointer, then a lambda that captures addresses of
// the device.

#include "lambda-pointers_rows.hpp"

namespace {

/// body(i) for every i in [0, n).
template <typename Body>
void forall(int n, Body body) {
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) body(i);
}

template <typename Real, typename... Array>
void add_numbers(int n, Array... y) {
  forall(n, [=](int i) {
    Real number = 0;
    ((y[i] += ++number), ...);
  });
}

/// The address of an array on the device.
template <typename Real>
Real* translated(Real* y) {
  Real* there = nullptr;
  #pragma omp target data use_device_ptr(y)
  there = y;
  return there;
}

}  // namespace

template <typename Real>
void LambdaPointers::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const MappedArrays<Real> mapped(cls, data.y.data());
  with_pointers(cls, data.y.data(), [&](auto... y) {
    watch.start();
    for (int launch = 0; launch < cls.launches; ++launch)
      add_numbers<Real>(length(cls), translated(y)...);
    watch.stop();
  });
}

template void LambdaPointers::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaPointers::run(const Class&, Data<double>&, league::Stopwatch&);
