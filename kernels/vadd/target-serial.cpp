// What `target` alone brings: the loop runs on the device, in one thread.

#include "vadd.hpp"

template <typename Real>
void Vadd::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  #pragma omp target data map(to : a[0 : n], b[0 : n]) map(from : c[0 : n])
  {
    watch.start();
    #pragma omp target
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
    watch.stop();
  }
}

template void Vadd::run(const Class&, Data<float>&, league::Stopwatch&);
template void Vadd::run(const Class&, Data<double>&, league::Stopwatch&);
