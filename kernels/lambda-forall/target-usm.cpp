// Unified shared memory against mapping: as target-data, without a word about data.

#include "lambda-forall.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) y[i] += a * x[i];
    watch.lap("update");

    double sum = 0;
    #pragma omp target teams distribute parallel for reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += y[i];
    sums[step] = Real(sum);
    watch.lap("sum");
  }
  watch.stop();
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
