// What is computed: c = a + b, element by element.

#include "vadd.hpp"

template <typename Real>
void Vadd::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  watch.start();
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
  watch.stop();
}

template void Vadd::run(const Class&, Data<float>&, league::Stopwatch&);
template void Vadd::run(const Class&, Data<double>&, league::Stopwatch&);
