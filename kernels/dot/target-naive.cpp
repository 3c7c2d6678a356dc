// What mapping around every kernel costs: each product sends both vectors.

#include "dot.hpp"

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const Real* x = data.x.data();
  const Real* y = data.y.data();
  Real* dot = data.dot.data();

  watch.start();
  for (int product = 0; product < cls.products; ++product) {
    const int n = cls.n - product;
    Real sum = Real(product + 1);
    #pragma omp target teams distribute parallel for map(to : x[0 : n], y[0 : n]) \
        map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    dot[product] = sum;
  }
  watch.stop();
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
