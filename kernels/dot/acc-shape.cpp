// OpenACC in a shape: as acc, with gangs and workers per gang as target-shape has teams and
// threads. GCC takes the vector length only at compile time.

#include "dot.hpp"

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int teams = cls.teams;
  const int threads = cls.threads;
  const int all = cls.n;
  const Real* x = data.x.data();
  const Real* y = data.y.data();
  Real* dot = data.dot.data();

  #pragma acc data copyin(x[0 : all], y[0 : all])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      const int n = cls.n - product;
      Real sum = Real(product + 1);
      #pragma acc parallel loop gang worker vector num_gangs(teams) num_workers(threads) \
          vector_length(32) present(x[0 : all], y[0 : all]) copy(sum) reduction(+ : sum)
      for (int i = 0; i < n; ++i) sum += x[i] * y[i];
      dot[product] = sum;
    }
    watch.stop();
  }
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
