// What the host does with the same source: chains are shared among threads and SIMD lanes.

#include <algorithm>

#include "fma.hpp"

template <typename Real>
void Fma::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // A core starts two multiply-adds in a cycle and waits four for a result.  512 bytes are eight of
  // the widest registers there are, and fit in the registers of every machine.
  constexpr int block = 512 / sizeof(Real);
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
    for (int first = 0; first < n; first += block) {
      const int count = std::min(block, n - first);
      Real value[block] = {};
      for (int i = 0; i < count; ++i) value[i] = x[first + i];
      for (int step = 0; step < steps; ++step)
        #pragma omp simd
        for (int i = 0; i < block; ++i) value[i] = down * (up * value[i] + rise) + fall;
      for (int i = 0; i < count; ++i) x[first + i] = value[i];
    }
  }
  watch.stop();
}

template void Fma::run(const Class&, Data<float>&, league::Stopwatch&);
template void Fma::run(const Class&, Data<double>&, league::Stopwatch&);
