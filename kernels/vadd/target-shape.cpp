// Which shape suits the kernel: as target-data, with teams and threads per team given by clauses,
// so that runtimes that ignore OMP_NUM_TEAMS can be swept as well (--set teams=N --set threads=N).

#include "vadd.hpp"

template <typename Real>
void Vadd::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int teams = cls.teams;
  const int threads = cls.threads;
  const int n = cls.n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  #pragma omp target data map(to : a[0 : n], b[0 : n]) map(from : c[0 : n])
  {
    watch.start();
    #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) \
        num_threads(threads)
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
    watch.stop();
  }
}

template void Vadd::run(const Class&, Data<float>&, league::Stopwatch&);
template void Vadd::run(const Class&, Data<double>&, league::Stopwatch&);
