// What mapping around every kernel costs: the whole matrix travels to the device and back in every
// step, because the host looks for the pivot and exchanges the rows.

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

  watch.start();
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[i * width + k]) > std::abs(a[p * width + k])) p = i;
    pivot[k] = p;
    for (int j = k; j < width; ++j) std::swap(a[k * width + j], a[p * width + j]);
    #pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : cells])
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j < width; ++j) {
        const Real factor = a[i * width + k] / a[k * width + k];
        a[i * width + j] -= factor * a[k * width + j];
      }
  }
  // The matrix is back on the host; sending it out n more times would teach nothing new.
  for (int k = n - 1; k > 0; --k)
    for (int i = 0; i < k; ++i)
      a[i * width + n] -= a[i * width + k] * (a[k * width + n] / a[k * width + k]);
  for (int k = 0; k < n; ++k) x[k] = a[k * width + n] / a[k * width + k];
  watch.stop();
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
