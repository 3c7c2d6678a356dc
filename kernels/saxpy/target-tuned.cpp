// The best we can do with clauses: sixteen bytes a load, four of them under way in each thread.

#include "saxpy.hpp"

namespace {

/// As many elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  Real element[16 / sizeof(Real)];
};

}  // namespace

template <typename Real>
void Saxpy::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int size = 16 / sizeof(Real);
  // Packs of a thread, a quarter of the vectors apart: all are under way.
  constexpr int streams = 4;
  const int n = cls.n;
  const int quarter = n / size / streams;
  const int done = quarter * streams * size;
  const int rest = n - done;
  const int turns = quarter > rest ? quarter : rest;
  // Eight teams of 256 are the threads that a multiprocessor holds.  Reasoned, not measured.
  const int teams = (turns + 255) / 256;
  const Real a = data.a;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < turns; ++i) {
        if (i < quarter) {
          const auto* from = reinterpret_cast<const Pack<Real>*>(x) + i;
          auto* to = reinterpret_cast<Pack<Real>*>(y) + i;
          Pack<Real> sum[streams];
          for (int s = 0; s < streams; ++s) sum[s] = to[s * quarter];
          for (int s = 0; s < streams; ++s) {
            const auto pack = from[s * quarter];
            for (int e = 0; e < size; ++e)
              sum[s].element[e] = a * pack.element[e] + sum[s].element[e];
          }
          for (int s = 0; s < streams; ++s) to[s * quarter] = sum[s];
        }
        if (i < rest) y[done + i] = a * x[done + i] + y[done + i];
      }
    }
    watch.stop();
  }
}

template void Saxpy::run(const Class&, Data<float>&, league::Stopwatch&);
template void Saxpy::run(const Class&, Data<double>&, league::Stopwatch&);
