// What members cost that nobody uses: as target-device-ptr, capturing an object of 150 pointers, of
// which these loops use two.

#include "lambda-forall.hpp"
#include "lambda-forall_rows.hpp"

namespace {

/// Where the fields of a problem are on the device; as many as LULESH has.
template <typename Real>
struct Domain {
  const Real* x;
  Real* y;
  Real* others[148];
};

}  // namespace

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    #pragma omp target data use_device_ptr(x, y)
    {
      // A pointer that is captured would be translated; a member of an object that is, is not.
      const Domain<Real> domain{x, y, {}};
      watch.start();
      for (int step = 0; step < cls.steps; ++step) {
        forall(0, n, [=](int i) { domain.y[i] += a * domain.x[i]; });
        watch.lap("update");

        sums[step] = Real(forall_sum<double>(0, n, [=](int i) { return domain.y[i]; }));
        watch.lap("sum");
      }
      watch.stop();
    }
  }
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
