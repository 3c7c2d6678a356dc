// A reduction at each level against the combined one: threads sum up a strip, teams the strips.

#include "dot.hpp"

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int strip = 16384;
  const int all = cls.n;
  const Real* x = data.x.data();
  const Real* y = data.y.data();
  Real* dot = data.dot.data();

  #pragma omp target data map(to : x[0 : all], y[0 : all])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      const int n = cls.n - product;
      Real sum = Real(product + 1);
      #pragma omp target teams distribute map(tofrom : sum) reduction(+ : sum)
      for (int begin = 0; begin < n; begin += strip) {
        const int end = n - begin < strip ? n : begin + strip;
        Real part = 0;
        #pragma omp parallel for reduction(+ : part)
        for (int i = begin; i < end; ++i) part += x[i] * y[i];
        sum += part;
      }
      dot[product] = sum;
    }
    watch.stop();
  }
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
