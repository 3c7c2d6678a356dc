// A reduction at each level against the combined one: threads sum up a strip, teams the strips.

#include "pi.hpp"

template <typename Real>
void Pi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int grids = cls.grids;
  Real* pi = data.pi.data();

  constexpr int strip = 2048;
  double sum = 0;

  #pragma omp target data map(alloc : sum)
  {
    watch.start();
    for (int grid = 0; grid < grids; ++grid) {
      const int n = cls.n - grid;
      const Real h = Real(1.0 / n);
      sum = 3;  // half of the values at both ends
      #pragma omp target update to(sum)
      #pragma omp target teams distribute map(tofrom : sum) reduction(+ : sum)
      for (int begin = 1; begin < n; begin += strip) {
        const int end = n - begin < strip ? n : begin + strip;
        double part = 0;
        #pragma omp parallel for reduction(+ : part)
        for (int i = begin; i < end; ++i) {
          const Real x = Real(i) * h;
          part += 4 / (1 + x * x);
        }
        sum += part;
      }
      #pragma omp target update from(sum)
      pi[grid] = Real(sum / n);
    }
    watch.stop();
  }
}

template void Pi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Pi::run(const Class&, Data<double>&, league::Stopwatch&);
