// The same kernels with a resident matrix: only the column with the candidates comes back, since
// the host still chooses the pivot.  A device thread has an element, and divides for it.

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
      #pragma omp target teams distribute parallel for collapse(2)
      for (int i = k + 1; i < n; ++i)
        for (int j = k + 1; j < width; ++j) {
          const Real factor = a[i * width + k] / a[k * width + k];
          a[i * width + j] -= factor * a[k * width + j];
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
