// Threads and lanes for the inner loop: as target-inner-parallel, with `simd`.

#include "branch.hpp"

template <typename Real>
void Branch::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int length = 256;  // of a block
  const int n = cls.n;
  const int steps = cls.steps;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : x[0 : n]) map(from : y[0 : n])
  {
    watch.start();
    #pragma omp target teams distribute
    for (int block = 0; block < n; block += length) {
      const int end = n - block < length ? n : block + length;
      #pragma omp parallel for simd
      for (int i = block; i < end; ++i) {
        Real value = x[i];
        if (value >= 0)
          for (int step = 0; step < steps; ++step) value = (value * 2 + 4) / 2 - 1;
        else
          for (int step = 0; step < steps; ++step) value = ((value / 2 + 3) / 2 - 2) * 4 + 1;
        y[i] = value;
      }
    }
    watch.stop();
  }
}

template void Branch::run(const Class&, Data<float>&, league::Stopwatch&);
template void Branch::run(const Class&, Data<double>&, league::Stopwatch&);
