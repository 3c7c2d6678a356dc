// What `target` alone brings: the loops run on the device, in one thread.

#include <utility>

#include "jacobi.hpp"

template <typename Real>
void Jacobi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  Real* u = data.u.data();
  Real* v = data.v.data();

  #pragma omp target data map(tofrom : u[0 : cells], v[0 : cells])
  {
    watch.start();
    for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
      #pragma omp target
      for (int i = 1; i < n - 1; ++i)
        for (int j = 1; j < n - 1; ++j) {
          const int c = i * n + j;
          v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;
        }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Jacobi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Jacobi::run(const Class&, Data<double>&, league::Stopwatch&);
