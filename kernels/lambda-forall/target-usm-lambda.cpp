// A lambda where nothing has to be translated: as target-usm, with bodies that capture pointers.

#include "lambda-forall.hpp"

#pragma omp requires unified_shared_memory

#include "lambda-forall_rows.hpp"

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    forall(0, n, [=](int i) { y[i] += a * x[i]; });
    watch.lap("update");

    sums[step] = Real(forall_sum<double>(0, n, [=](int i) { return y[i]; }));
    watch.lap("sum");
  }
  watch.stop();
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
