// One deferred region per chunk that brings its own data: overlap without a word about order.

#include "async.hpp"

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int rounds = cls.rounds;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  for (int chunk = 0; chunk < cls.chunks; ++chunk) {
    const int begin = begin_of(cls, chunk);
    const int end = begin_of(cls, chunk + 1);
    #pragma omp target teams distribute parallel for map(to : x[begin : end - begin]) \
        map(from : y[begin : end - begin]) nowait
    for (int i = begin; i < end; ++i) {
      Real v = x[i];
      for (int round = 0; round < rounds; ++round) {
        v = 5 * v + 1;
        v -= 4096 * Real(int(v / 4096));
      }
      y[i] = v;
    }
  }
  #pragma omp taskwait
  watch.stop();
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
