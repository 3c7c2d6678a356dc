// The other directive model: as target-async, with one queue per chunk in flight, in OpenACC.

#include "async.hpp"

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int rounds = cls.rounds;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  constexpr int queues = 3;  // one chunk comes, one is worked on, one goes

  #pragma acc data create(x[0 : n], y[0 : n])
  {
    watch.start();
    for (int chunk = 0; chunk < cls.chunks; ++chunk) {
      const int begin = begin_of(cls, chunk);
      const int end = begin_of(cls, chunk + 1);
      const int queue = chunk % queues;
      #pragma acc update device(x[begin : end - begin]) async(queue)
      #pragma acc parallel loop present(x[0 : n], y[0 : n]) async(queue)
      for (int i = begin; i < end; ++i) {
        Real v = x[i];
        for (int round = 0; round < rounds; ++round) {
          v = 5 * v + 1;
          v -= 4096 * Real(int(v / 4096));
        }
        y[i] = v;
      }
      #pragma acc update self(y[begin : end - begin]) async(queue)
    }
    #pragma acc wait
    watch.stop();
  }
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
