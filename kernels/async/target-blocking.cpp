// Chunk by chunk, nothing overlaps: the cost of cutting, against which the pipeline counts.

#include "async.hpp"

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int rounds = cls.rounds;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(alloc : x[0 : n], y[0 : n])
  {
    watch.start();
    for (int chunk = 0; chunk < cls.chunks; ++chunk) {
      const int begin = begin_of(cls, chunk);
      const int end = begin_of(cls, chunk + 1);
      #pragma omp target update to(x[begin : end - begin])
      #pragma omp target teams distribute parallel for
      for (int i = begin; i < end; ++i) {
        Real v = x[i];
        for (int round = 0; round < rounds; ++round) {
          v = 5 * v + 1;
          v -= 4096 * Real(int(v / 4096));
        }
        y[i] = v;
      }
      #pragma omp target update from(y[begin : end - begin])
    }
    watch.stop();
  }
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
