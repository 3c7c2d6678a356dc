// What suits a compiler whose threads are warps and whose SIMD lanes are threads of the GPU: rows
// to threads, columns to lanes; an order is kept and no row moves, and the host chooses the pivot.

#include <cmath>
#include <utility>

#include "gauss.hpp"

template <typename Real>
void Gauss::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int width = n + 1;
  const int cells = n * width;
  Real* a = data.a.data();
  int* pivot = data.pivot.data();
  Real* x = data.x.data();
  league::vector<Real> candidates(n);
  league::vector<int> places(n);
  Real* column = candidates.data();  // what is below the pivot, in order
  int* order = places.data();
  for (int i = 0; i < n; ++i) {
    column[i] = a[i * width];
    order[i] = i;
  }

  #pragma omp target data map(to : a[0 : cells], column[0 : n], order[0 : n]) map(from : x[0 : n])
  {
    watch.start();
    for (int k = 0; k < n; ++k) {
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::abs(column[i]) > std::abs(column[p])) p = i;
      pivot[k] = p;
      std::swap(order[k], order[p]);
      #pragma omp target update to(order[k : p - k + 1])
      // Eight threads a team: 256 lanes.  The elimination leaves the next column aside.
      const int teams = (n - k - 1 + 7) / 8;
      if (teams == 0) break;  // nothing is below the last row
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(8)
      for (int i = k + 1; i < n; ++i) {
        const int row = order[i] * width;
        const int upper = order[k] * width;
        const Real factor = a[row + k] / a[upper + k];
        #pragma omp simd
        for (int j = k + 1; j < width; ++j) a[row + j] -= factor * a[upper + j];
        column[i] = a[row + k + 1];
      }
      #pragma omp target update from(column[k + 1 : n - k - 1])
    }
    // One team, since every unknown waits for the one before.
    #pragma omp target parallel
    {
      #pragma omp for simd
      for (int i = 0; i < n; ++i) column[i] = a[order[i] * width + n];
      for (int k = n - 1; k >= 0; --k) {
        const Real value = column[k] / a[order[k] * width + k];
        #pragma omp for simd
        for (int i = 0; i <= k; ++i)
          if (i < k)
            column[i] -= a[order[i] * width + k] * value;
          else
            x[k] = value;
      }
    }
    watch.stop();
  }
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
