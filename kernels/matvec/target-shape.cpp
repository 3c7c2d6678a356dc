// Which shape suits the kernel: as target-nested, with teams and threads per team given by clauses,
// so that runtimes that ignore OMP_NUM_TEAMS can be swept as well (--set teams=N --set threads=N).

#include "matvec.hpp"

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int teams = cls.teams;
  const int threads = cls.threads;
  const int rows = cls.rows;
  const int columns = cls.columns;
  const long cells = long(rows) * columns;
  const int all_x = cls.products * columns;
  const int all_y = cls.products * rows;
  const Real* a = data.a.data();
  const Real* x = data.x.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : a[0 : cells], x[0 : all_x]) map(from : y[0 : all_y])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      #pragma omp target teams distribute num_teams(teams) thread_limit(threads)
      for (int i = 0; i < rows; ++i) {
        Real sum = 0;
        #pragma omp parallel for num_threads(threads) reduction(+ : sum)
        for (int j = 0; j < columns; ++j) sum += a[long(i) * columns + j] * x[j];
        y[i] = sum;
      }
      x += columns;
      y += rows;
    }
    watch.stop();
  }
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
