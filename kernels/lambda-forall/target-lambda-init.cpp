// Does it matter how a pointer is captured: as target-lambda, each by an initialiser that asks an
// object for it.

#include "lambda-forall.hpp"
#include "lambda-forall_rows.hpp"

namespace {

/// Where the fields of a problem are.
template <typename Real>
struct Domain {
  const Real& x(int i) const { return begin_x[i]; }
  Real& y(int i) const { return begin_y[i]; }

  const Real* begin_x;
  Real* begin_y;
};

}  // namespace

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;
  const Domain<Real> domain{x, y};

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      forall(0, n, [a, fx = &domain.x(0), fy = &domain.y(0)](int i) { fy[i] += a * fx[i]; });
      watch.lap("update");

      sums[step] = Real(forall_sum<double>(0, n, [fy = &domain.y(0)](int i) { return fy[i]; }));
      watch.lap("sum");
    }
    watch.stop();
  }
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
