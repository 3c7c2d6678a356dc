// The pipeline: transfers and kernels are deferred, dependences order those of a chunk.

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
      // The first element stands for its chunk (OpenMP 5.0, 2.17.11).
      #pragma omp target update to(x[begin : end - begin]) depend(out : x[begin]) nowait
      #pragma omp target teams distribute parallel for depend(in : x[begin]) \
          depend(out : y[begin]) nowait
      for (int i = begin; i < end; ++i) {
        Real v = x[i];
        for (int round = 0; round < rounds; ++round) {
          v = 5 * v + 1;
          v -= 4096 * Real(int(v / 4096));
        }
        y[i] = v;
      }
      #pragma omp target update from(y[begin : end - begin]) depend(in : y[begin]) nowait
    }
    #pragma omp taskwait
    watch.stop();
  }
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
