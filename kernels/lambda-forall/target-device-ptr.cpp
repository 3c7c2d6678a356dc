// Does it help to translate pointers once: as target-lambda, capturing addresses of the device.

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
    // Inside, x and y are device addresses.  A region that looks them up finds nothing and leaves
    // them as they are (OpenMP 5.1, 2.21.7.2).
    #pragma omp target data use_device_ptr(x, y)
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
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
