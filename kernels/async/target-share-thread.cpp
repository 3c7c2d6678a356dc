// The same without nowait: as target-share, where a thread of its own waits for an ordinary region.

#include <thread>

#include "async.hpp"

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int rounds = cls.rounds;
  const int split = device_begin(cls);
  const Real* x = data.x.data();
  Real* y = data.y.data();

  watch.start();
  std::thread waiting([=] {
    #pragma omp target teams distribute parallel for map(to : x[split : n - split]) \
        map(from : y[split : n - split])
    for (int i = split; i < n; ++i) {
      Real v = x[i];
      for (int round = 0; round < rounds; ++round) {
        v = 5 * v + 1;
        v -= 4096 * Real(int(v / 4096));
      }
      y[i] = v;
    }
  });
  {
    const HostAtWork host;
    #pragma omp parallel for
    for (int i = 0; i < split; ++i) {
      Real v = x[i];
      for (int round = 0; round < rounds; ++round) {
        v = 5 * v + 1;
        v -= 4096 * Real(int(v / 4096));
      }
      y[i] = v;
    }
  }
  waiting.join();
  watch.stop();
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
