// Unified shared memory against mapping: as target-data, without a word about data.

#include "stream.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Stream::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real s = data.scalar;
  Real* a = data.a.data();
  Real* b = data.b.data();
  Real* c = data.c.data();
  double start = 1;

  watch.start();
  for (int pass = 0; pass < cls.passes; ++pass) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) c[i] = a[i];
    watch.lap("copy");

    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) b[i] = s * c[i];
    watch.lap("mul");

    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
    watch.lap("add");

    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
    watch.lap("triad");

    double sum = start;
    #pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += a[i] * b[i];
    data.dot[std::size_t(pass)] = sum;
    start *= 64;  // as the products do
    watch.lap("dot");
  }
  watch.stop();
}

template void Stream::run(const Class&, Data<float>&, league::Stopwatch&);
template void Stream::run(const Class&, Data<double>&, league::Stopwatch&);
