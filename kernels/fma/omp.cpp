// What the host does with the same source: chains are shared among threads.

#include "fma.hpp"

template <typename Real>
void Fma::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int steps = cls.steps;
  const Real up = data.up;
  const Real rise = data.rise;
  const Real down = data.down;
  const Real fall = data.fall;
  Real* x = data.x.data();

  watch.start();
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
    #pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      Real value = x[i];
      for (int step = 0; step < steps; ++step) {
        value = up * value + rise;
        value = down * value + fall;
      }
      x[i] = value;
    }
  }
  watch.stop();
}

template void Fma::run(const Class&, Data<float>&, league::Stopwatch&);
template void Fma::run(const Class&, Data<double>&, league::Stopwatch&);
