// What the test of convergence costs as a region of its own: as target-data, with a second kernel
// that adds up the change where the vectors are, and one number that comes back.

#include <utility>

#include "jacobi-solver.hpp"

template <typename Real>
void JacobiSolver::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* x = data.x.data();
  Real* next = data.next.data();
  Real change = 0;
  int iterations = 0;

  #pragma omp target data map(to : a[0 : cells], b[0 : n]) map(tofrom : x[0 : n]) \
      map(alloc : next[0 : n])
  {
    watch.start();
    do {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < n; ++i) {
        Real sum = 0;
        for (int j = 0; j < n; ++j)
          if (j != i) sum += a[i * n + j] * x[j];
        next[i] = (b[i] - sum) / a[i * n + i];
      }
      change = 0;
      #pragma omp target teams distribute parallel for map(tofrom : change) reduction(+ : change)
      for (int i = 0; i < n; ++i) change += (next[i] - x[i]) * (next[i] - x[i]);
      std::swap(x, next);
      ++iterations;
    } while (change > data.limit && iterations < most);
    watch.stop();
  }
  data.iterations = iterations;
  data.change = change;
}

template void JacobiSolver::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiSolver::run(const Class&, Data<double>&, league::Stopwatch&);
