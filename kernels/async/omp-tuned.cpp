// The best the host can do: as omp, and elements are shared among SIMD lanes as well.

#include <algorithm>

#include "async.hpp"

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int rounds = cls.rounds;
  const Real* x = data.x.data();
  Real* y = data.y.data();

  // Compilers fill the lanes with the iterations of the innermost loop: it has to be the elements.
  constexpr int block = 512 / sizeof(Real);

  watch.start();
  #pragma omp parallel for
  for (int first = 0; first < n; first += block) {
    const int count = std::min(block, n - first);
    Real v[block] = {};
    for (int i = 0; i < count; ++i) v[i] = x[first + i];
    for (int round = 0; round < rounds; ++round)
      #pragma omp simd
      for (int i = 0; i < block; ++i) {
        v[i] = 5 * v[i] + 1;
        v[i] -= 4096 * Real(int(v[i] / 4096));
      }
    for (int i = 0; i < count; ++i) y[first + i] = v[i];
  }
  watch.stop();
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
