// The same loops by RAJA, whose lambdas capture addresses of the device.

#include <RAJA/RAJA.hpp>

#include "lambda-forall.hpp"

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;

  // A policy has to name threads per team; 256 is what the examples of RAJA use.
  using Policy = RAJA::omp_target_parallel_for_exec<256>;
  const RAJA::RangeSegment all(0, n);

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    #pragma omp target data use_device_ptr(x, y)
    {
      watch.start();
      for (int step = 0; step < cls.steps; ++step) {
        RAJA::forall<Policy>(all, [=](int i) { y[i] += a * x[i]; });
        watch.lap("update");

        RAJA::ReduceSum<RAJA::omp_target_reduce, double> sum(0.0);
        RAJA::forall<Policy>(all, [=](int i) { sum += y[i]; });
        sums[step] = Real(sum.get());
        watch.lap("sum");
      }
      watch.stop();
    }
  }
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
