// What the host does with the same source: rows are shared among threads, the change is a
// reduction.

#include <utility>

#include "jacobi-solver.hpp"

template <typename Real>
void JacobiSolver::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* x = data.x.data();
  Real* next = data.next.data();
  Real change = 0;
  int iterations = 0;

  watch.start();
  do {
    change = 0;
    #pragma omp parallel for reduction(+ : change)
    for (int i = 0; i < n; ++i) {
      Real sum = 0;
      // Left and right of the diagonal: without a condition inside, lanes stay full.
      #pragma omp simd reduction(+ : sum)
      for (int j = 0; j < i; ++j) sum += a[i * n + j] * x[j];
      #pragma omp simd reduction(+ : sum)
      for (int j = i + 1; j < n; ++j) sum += a[i * n + j] * x[j];
      next[i] = (b[i] - sum) / a[i * n + i];
      change += (next[i] - x[i]) * (next[i] - x[i]);
    }
    std::swap(x, next);
    ++iterations;
  } while (change > data.limit && iterations < most);
  watch.stop();
  data.iterations = iterations;
  data.change = change;
}

template void JacobiSolver::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiSolver::run(const Class&, Data<double>&, league::Stopwatch&);
