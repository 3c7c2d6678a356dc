// How far the host can be taken: a thread works on a block of chains that fills its SIMD registers.

#include <algorithm>

#include "fma.hpp"

template <typename Real>
void Fma::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // Eight registers of the widest kind (512 bits), as many as two units of four cycles' latency
  // need to be busy; narrower machines use more of them.
  constexpr int lanes = 512 / sizeof(Real);
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
    for (int begin = 0; begin < n; begin += lanes) {
      const int count = std::min(lanes, n - begin);
      Real value[lanes] = {};
      for (int lane = 0; lane < count; ++lane) value[lane] = x[begin + lane];
      for (int step = 0; step < steps; ++step)
        #pragma omp simd
        for (int lane = 0; lane < lanes; ++lane) {
          value[lane] = up * value[lane] + rise;
          value[lane] = down * value[lane] + fall;
        }
      for (int lane = 0; lane < count; ++lane) x[begin + lane] = value[lane];
    }
  }
  watch.stop();
}

template void Fma::run(const Class&, Data<float>&, league::Stopwatch&);
template void Fma::run(const Class&, Data<double>&, league::Stopwatch&);
