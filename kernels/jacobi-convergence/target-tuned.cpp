// The best we can do with clauses: teams take blocks of rows, threads walk down the columns.

#include <algorithm>
#include <cmath>
#include <utility>

#include "jacobi-convergence.hpp"

template <typename Real>
void JacobiConvergence::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int cells = n * n;
  constexpr int rows = 4;  // of a block
  const int blocks = (n - 2 + rows - 1) / rows;
  Real* u = data.u.data();
  Real* v = data.v.data();
  Real change = 0;
  int sweeps = 0;

  #pragma omp target data map(to : u[0 : cells], v[0 : cells])
  {
    watch.start();
    do {
      change = 0;
      // As in the jacobi benchmark, where numbers of rows were tried: a team per block, by
      // arithmetic, and threads enough to hide the latency of memory.
      #pragma omp target teams distribute num_teams(blocks) thread_limit(256) \
          reduction(max : change) map(tofrom : change)
      for (int block = 0; block < blocks; ++block)
        #pragma omp parallel for simd reduction(max : change)
        for (int j = 1; j < n - 1; ++j)
          for (int row = 0; row < rows; ++row) {
            const int c = std::min(1 + block * rows + row, n - 2) * n + j;
            v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;
            change = std::max(change, std::abs(v[c] - u[c]));
          }
      std::swap(u, v);
      ++sweeps;
    } while (change > data.limit && sweeps < most);
    watch.stop();
    #pragma omp target update from(u[0 : cells])
  }
  if (u != data.u.data()) std::swap(data.u, data.v);
  data.sweeps = sweeps;
  data.change = change;
}

template void JacobiConvergence::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiConvergence::run(const Class&, Data<double>&, league::Stopwatch&);
