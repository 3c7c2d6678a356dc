// Which shape suits the kernel: as target-data, with teams and threads per team given by clauses,
// so that runtimes that ignore OMP_NUM_TEAMS can be swept as well (--set teams=N --set threads=N).

#include "dot.hpp"

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int teams = cls.teams;
  const int threads = cls.threads;
  const int all = cls.n;
  const Real* x = data.x.data();
  const Real* y = data.y.data();
  Real* dot = data.dot.data();

  #pragma omp target data map(to : x[0 : all], y[0 : all])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      const int n = cls.n - product;
      Real sum = Real(product + 1);
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) \
          num_threads(threads) map(tofrom : sum) reduction(+ : sum)
      for (int i = 0; i < n; ++i) sum += x[i] * y[i];
      dot[product] = sum;
    }
    watch.stop();
  }
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
