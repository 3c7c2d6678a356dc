// The other directive model: as target-data, in OpenACC.

#include "matmul.hpp"

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  #pragma acc data copyin(a[0 : cells], b[0 : cells]) copyout(c[0 : cells])
  {
    watch.start();
    #pragma acc parallel loop collapse(2) present(a[0 : cells], b[0 : cells], c[0 : cells])
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        Real sum = 0;
        for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
      }
    watch.stop();
  }
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
