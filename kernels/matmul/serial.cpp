// What is computed: rows of C as sums of multiples of rows of B.

#include "matmul.hpp"

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  watch.start();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) c[i * n + j] = 0;
    for (int k = 0; k < n; ++k) {
      const Real a_ik = a[i * n + k];
      for (int j = 0; j < n; ++j) c[i * n + j] += a_ik * b[k * n + j];
    }
  }
  watch.stop();
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
