// What a lambda costs: as target-data, with bodies that capture the pointers of the host.

#include "lambda-forall.hpp"
#include "lambda-forall_rows.hpp"

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      forall(0, n, [=](int i) { y[i] += a * x[i]; });
      watch.lap("update");

      sums[step] = Real(forall_sum<double>(0, n, [=](int i) { return y[i]; }));
      watch.lap("sum");
    }
    watch.stop();
  }
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
