// OpenACC in a shape: as acc, with gangs and workers per gang as target-shape has teams and
// threads. GCC takes the vector length only at compile time.

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

  #pragma acc data copyin(a[0 : cells], x[0 : all_x]) copyout(y[0 : all_y])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      #pragma acc parallel loop gang num_gangs(teams) num_workers(threads) vector_length(32) \
          present(a[0 : cells], x[0 : columns], y[0 : rows])
      for (int i = 0; i < rows; ++i) {
        Real sum = 0;
        #pragma acc loop worker vector reduction(+ : sum)
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
