// The best we can do with clauses: teams take blocks of rows, threads walk down the columns.

#include <algorithm>
#include <utility>

#include "jacobi.hpp"

template <typename Real>
void Jacobi::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int rows = 4;  // of a block; see the README for what was tried
  const int n = cls.n;
  const int cells = n * n;
  const int blocks = (n - 2 + rows - 1) / rows;
  Real* u = data.u.data();
  Real* v = data.v.data();

  #pragma omp target data map(tofrom : u[0 : cells], v[0 : cells])
  {
    watch.start();
    for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
      // A team per block, by arithmetic, and threads enough to hide the latency of memory.  Tried
      // on the x86_64 device: left to itself it makes one team, whose threads meet after every
      // block.
      #pragma omp target teams distribute num_teams(blocks) thread_limit(256)
      for (int block = 0; block < blocks; ++block)
        #pragma omp parallel for simd
        for (int j = 1; j < n - 1; ++j)
          for (int row = 0; row < rows; ++row) {
            const int c = std::min(1 + block * rows + row, n - 2) * n + j;
            v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;
          }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Jacobi::run(const Class&, Data<float>&, league::Stopwatch&);
template void Jacobi::run(const Class&, Data<double>&, league::Stopwatch&);
