// The best we can do with clauses: an order is kept and no row moves, one team chooses the pivot,
// and each row divides once.

#include <omp.h>

#include <cmath>
#include <utility>

#include "gauss.hpp"

template <typename Real>
void Gauss::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int rows = 4;        // of a thread of an elimination step, below one another
  constexpr int helpers = 1024;  // threads of what a single team does
  constexpr int firsts = 32;     // of them that compare what all have found
  const int n = cls.n;
  const int width = n + 1;
  const int cells = n * width;
  Real* a = data.a.data();
  int* pivot = data.pivot.data();
  Real* x = data.x.data();
  league::vector<Real> scratch(2 * std::size_t(n));
  league::vector<int> places(n);
  Real* column = scratch.data();  // what is below the pivot, in order
  Real* factor = column + n;
  int* order = places.data();
  for (int i = 0; i < n; ++i) {
    column[i] = a[i * width];
    order[i] = i;
  }

  #pragma omp target data map(to : a[0 : cells], column[0 : 2 * n], order[0 : n]) \
      map(from : pivot[0 : n], x[0 : n])
  {
    watch.start();
    for (int k = 0; k < n; ++k) {
      #pragma omp target teams num_teams(1) thread_limit(helpers)
      {
        Real size[helpers];
        #pragma omp allocate(size) allocator(omp_pteam_mem_alloc)
        int row[helpers];
        #pragma omp allocate(row) allocator(omp_pteam_mem_alloc)

        #pragma omp parallel
        {
          const int threads = omp_get_num_threads();
          const int thread = omp_get_thread_num();
          int best = k;
          for (int i = k + thread; i < n; i += threads)
            if (std::abs(column[i]) > std::abs(column[best])) best = i;
          row[thread] = best;
          size[thread] = std::abs(column[best]);
          #pragma omp barrier
          if (thread < firsts)
            for (int other = thread + firsts; other < threads && k + other < n; other += firsts)
              if (size[other] > size[thread]) {
                size[thread] = size[other];
                row[thread] = row[other];
              }
          #pragma omp barrier
          if (thread == 0) {
            for (int other = 1; other < firsts && other < threads; ++other)
              if (size[other] > size[0]) {
                size[0] = size[other];
                row[0] = row[other];
              }
            pivot[k] = row[0];
            std::swap(column[k], column[row[0]]);
            std::swap(order[k], order[row[0]]);
          }
          #pragma omp barrier
          for (int i = k + 1 + thread; i < n; i += threads) factor[i] = column[i] / column[k];
        }
      }
      const int columns = n - k;  // behind column k
      const int parts = (n - k - 1 + rows - 1) / rows * columns;
      const int teams = (parts + 255) / 256;
      if (parts == 0) break;  // nothing is below the last row
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int part = 0; part < parts; ++part) {
        const int j = k + 1 + part % columns;
        const int top = k + 1 + part / columns * rows;
        const int bottom = top + rows < n ? top + rows : n;
        const Real upper = a[order[k] * width + j];
        for (int i = top; i < bottom; ++i) {
          const int c = order[i] * width + j;
          const Real value = a[c] - factor[i] * upper;
          a[c] = value;
          if (j == k + 1) column[i] = value;
        }
      }
    }
    // One team, since every unknown waits for the one before.
    #pragma omp target teams num_teams(1) thread_limit(helpers)
    #pragma omp parallel
    {
      const int threads = omp_get_num_threads();
      const int thread = omp_get_thread_num();
      for (int i = thread; i < n; i += threads) column[i] = a[order[i] * width + n];
      for (int k = n - 1; k >= 0; --k) {
        #pragma omp barrier
        const Real value = column[k] / a[order[k] * width + k];
        if (thread == 0) x[k] = value;
        for (int i = thread; i < k; i += threads) column[i] -= a[order[i] * width + k] * value;
      }
    }
    watch.stop();
  }
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
