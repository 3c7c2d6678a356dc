// Unified shared memory against mapping: as target-data, without a word about data; the host tests
// the new vector where it lies.

#include <utility>

#include "jacobi-solver.hpp"

#pragma omp requires unified_shared_memory

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
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) {
      Real sum = 0;
      for (int j = 0; j < n; ++j)
        if (j != i) sum += a[i * n + j] * x[j];
      next[i] = (b[i] - sum) / a[i * n + i];
    }
    change = 0;
    for (int i = 0; i < n; ++i) change += (next[i] - x[i]) * (next[i] - x[i]);
    std::swap(x, next);
    ++iterations;
  } while (change > data.limit && iterations < most);
  watch.stop();
  data.iterations = iterations;
  data.change = change;
}

template void JacobiSolver::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiSolver::run(const Class&, Data<double>&, league::Stopwatch&);
