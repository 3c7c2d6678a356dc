// What is computed: five operations, each a lap of the watch.

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
    for (int i = 0; i < n; ++i) c[i] = a[i];
    watch.lap("copy");

    for (int i = 0; i < n; ++i) b[i] = s * c[i];
    watch.lap("mul");

    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
    watch.lap("add");

    for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
    watch.lap("triad");

    double sum = start;
    for (int i = 0; i < n; ++i) sum += a[i] * b[i];
    data.dot[std::size_t(pass)] = sum;
    start *= 64;  // as the products do
    watch.lap("dot");
  }
  watch.stop();
}

template void Stream::run(const Class&, Data<float>&, league::Stopwatch&);
template void Stream::run(const Class&, Data<double>&, league::Stopwatch&);
