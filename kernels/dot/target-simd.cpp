// What SIMD adds: as target-data, with the loop offered to lanes as well.

#include "dot.hpp"

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
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
      #pragma omp target teams distribute parallel for simd map(tofrom : sum) reduction(+ : sum)
      for (int i = 0; i < n; ++i) sum += x[i] * y[i];
      dot[product] = sum;
    }
    watch.stop();
  }
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
