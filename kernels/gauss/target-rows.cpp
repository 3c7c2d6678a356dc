// What one level of parallelism leaves idle: as target-data, with the outer loop of an elimination
// step alone shared, so that a thread has a row and divides once.

#include <cmath>

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
  Real* column = candidates.data();

  #pragma omp target data map(to : a[0 : cells]) map(from : x[0 : n]) map(alloc : column[0 : n])
  {
    watch.start();
    for (int k = 0; k < n; ++k) {
      // A column lies scattered in memory; it travels as one piece.
      #pragma omp target teams distribute parallel for
      for (int i = k; i < n; ++i) column[i] = a[i * width + k];
      #pragma omp target update from(column[k : n - k])
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::abs(column[i]) > std::abs(column[p])) p = i;
      pivot[k] = p;
      #pragma omp target teams distribute parallel for
      for (int j = k; j < width; ++j) {
        const Real upper = a[k * width + j];
        a[k * width + j] = a[p * width + j];
        a[p * width + j] = upper;
      }
      #pragma omp target teams distribute parallel for
      for (int i = k + 1; i < n; ++i) {
        const Real factor = a[i * width + k] / a[k * width + k];
        for (int j = k + 1; j < width; ++j) a[i * width + j] -= factor * a[k * width + j];
      }
    }
    for (int k = n - 1; k > 0; --k) {
      #pragma omp target teams distribute parallel for
      for (int i = 0; i < k; ++i)
        a[i * width + n] -= a[i * width + k] * (a[k * width + n] / a[k * width + k]);
    }
    #pragma omp target teams distribute parallel for
    for (int k = 0; k < n; ++k) x[k] = a[k * width + n] / a[k * width + k];
    watch.stop();
  }
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
