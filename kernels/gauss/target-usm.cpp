// Unified shared memory against mapping: as target-data, without a word about data; the host looks
// for the pivot in the matrix itself.

#include <cmath>

#include "gauss.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Gauss::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int width = n + 1;
  Real* a = data.a.data();
  int* pivot = data.pivot.data();
  Real* x = data.x.data();

  watch.start();
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[i * width + k]) > std::abs(a[p * width + k])) p = i;
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

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
