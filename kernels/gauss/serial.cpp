// What is computed: in every step the largest element of a column becomes the pivot, its row moves
// up, and multiples of it are subtracted from the rows below.

#include <cmath>
#include <utility>

#include "gauss.hpp"

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
    for (int j = k; j < width; ++j) std::swap(a[k * width + j], a[p * width + j]);
    for (int i = k + 1; i < n; ++i) {
      const Real factor = a[i * width + k] / a[k * width + k];
      for (int j = k + 1; j < width; ++j) a[i * width + j] -= factor * a[k * width + j];
    }
  }
  for (int k = n - 1; k > 0; --k)
    for (int i = 0; i < k; ++i)
      a[i * width + n] -= a[i * width + k] * (a[k * width + n] / a[k * width + k]);
  for (int k = 0; k < n; ++k) x[k] = a[k * width + n] / a[k * width + k];
  watch.stop();
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
