// The best we can do with clauses: as many teams as a large device holds at once, and four loads
// in flight per thread and vector.

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
      // 1056 teams of 256 threads fill 132 multiprocessors that hold 2048 threads each, once: every
      // team beyond them would only add a partial sum to be combined.  Reasoned from the hardware,
      // not measured.  Quarters of the vectors are independent streams; neighbours still read
      // neighbours.
      const int quarter = (n + 3) / 4;
      #pragma omp target teams distribute parallel for num_teams(1056) thread_limit(256) \
          map(tofrom : sum) reduction(+ : sum)
      for (int i = 0; i < quarter; ++i) {
        const int last = 3 * quarter + i;
        const Real rest = last < n ? x[last] * y[last] : 0;
        sum += x[i] * y[i] + x[quarter + i] * y[quarter + i] +
               x[2 * quarter + i] * y[2 * quarter + i] + rest;
      }
      dot[product] = sum;
    }
    watch.stop();
  }
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
