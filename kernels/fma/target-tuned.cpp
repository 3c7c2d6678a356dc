// The best we can do with clauses: four chains per thread, as many threads as a device holds.

#include "fma.hpp"

template <typename Real>
void Fma::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int chains = 4;
  const int n = cls.n;
  const int steps = cls.steps;
  const Real up = data.up;
  const Real rise = data.rise;
  const Real down = data.down;
  const Real fall = data.fall;
  Real* x = data.x.data();

  #pragma omp target data map(tofrom : x[0 : n])
  {
    watch.start();
    for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
      // 1056 teams of 256 threads fill 132 multiprocessors that hold 2048 threads each, once; four
      // chains per thread hide the latency of a multiply-add even if only one warp in four is
      // ready. Reasoned from the hardware, not measured.
      const int quarter = (n + chains - 1) / chains;
      #pragma omp target teams distribute parallel for num_teams(1056) thread_limit(256)
      for (int i = 0; i < quarter; ++i) {
        Real value[chains];
        for (int chain = 0; chain < chains; ++chain)
          value[chain] = chain * quarter + i < n ? x[chain * quarter + i] : 0;
        for (int step = 0; step < steps; ++step)
          for (int chain = 0; chain < chains; ++chain) {
            value[chain] = up * value[chain] + rise;
            value[chain] = down * value[chain] + fall;
          }
        for (int chain = 0; chain < chains; ++chain)
          if (chain * quarter + i < n) x[chain * quarter + i] = value[chain];
      }
    }
    watch.stop();
  }
}

template void Fma::run(const Class&, Data<float>&, league::Stopwatch&);
template void Fma::run(const Class&, Data<double>&, league::Stopwatch&);
