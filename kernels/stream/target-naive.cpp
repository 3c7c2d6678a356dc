// What mapping around every kernel costs: transfers drown what is to be measured.

#include "stream.hpp"

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
    #pragma omp target teams distribute parallel for map(to : a[0 : n]) map(from : c[0 : n])
    for (int i = 0; i < n; ++i) c[i] = a[i];
    watch.lap("copy");

    #pragma omp target teams distribute parallel for map(to : c[0 : n]) map(from : b[0 : n])
    for (int i = 0; i < n; ++i) b[i] = s * c[i];
    watch.lap("mul");

    #pragma omp target teams distribute parallel for map(to : a[0 : n], b[0 : n]) \
        map(from : c[0 : n])
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
    watch.lap("add");

    #pragma omp target teams distribute parallel for map(to : b[0 : n], c[0 : n]) \
        map(from : a[0 : n])
    for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
    watch.lap("triad");

    double sum = start;
    #pragma omp target teams distribute parallel for map(to : a[0 : n], b[0 : n]) \
        map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += a[i] * b[i];
    data.dot[std::size_t(pass)] = sum;
    start *= 64;  // as the products do
    watch.lap("dot");
  }
  watch.stop();
}

template void Stream::run(const Class&, Data<float>&, league::Stopwatch&);
template void Stream::run(const Class&, Data<double>&, league::Stopwatch&);
