// Unified shared memory against mapping: as target-data, without a word about data.

#include "async.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int rounds = cls.rounds;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  for (int chunk = 0; chunk < cls.chunks; ++chunk) {
    const int begin = begin_of(cls, chunk);
    const int end = begin_of(cls, chunk + 1);
    #pragma omp target teams distribute parallel for
    for (int i = begin; i < end; ++i) {
      Real v = x[i];
      for (int round = 0; round < rounds; ++round) {
        v = 5 * v + 1;
        v -= 4096 * Real(int(v / 4096));
      }
      y[i] = v;
    }
  }
  watch.stop();
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
