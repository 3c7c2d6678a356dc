// The other directive model: as target-data, in OpenACC.

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

  #pragma acc data copyin(a[0 : cells]) copyout(x[0 : n]) create(column[0 : n])
  {
    watch.start();
    for (int k = 0; k < n; ++k) {
      // A column lies scattered in memory; it travels as one piece.
      #pragma acc parallel loop present(a[0 : cells], column[0 : n])
      for (int i = k; i < n; ++i) column[i] = a[i * width + k];
      #pragma acc update self(column[k : n - k])
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::abs(column[i]) > std::abs(column[p])) p = i;
      pivot[k] = p;
      #pragma acc parallel loop present(a[0 : cells])
      for (int j = k; j < width; ++j) {
        const Real upper = a[k * width + j];
        a[k * width + j] = a[p * width + j];
        a[p * width + j] = upper;
      }
      #pragma acc parallel loop collapse(2) present(a[0 : cells])
      for (int i = k + 1; i < n; ++i)
        for (int j = k + 1; j < width; ++j) {
          const Real factor = a[i * width + k] / a[k * width + k];
          a[i * width + j] -= factor * a[k * width + j];
        }
    }
    for (int k = n - 1; k > 0; --k) {
      #pragma acc parallel loop present(a[0 : cells])
      for (int i = 0; i < k; ++i)
        a[i * width + n] -= a[i * width + k] * (a[k * width + n] / a[k * width + k]);
    }
    #pragma acc parallel loop present(a[0 : cells], x[0 : n])
    for (int k = 0; k < n; ++k) x[k] = a[k * width + n] / a[k * width + k];
    watch.stop();
  }
}

template void Gauss::run(const Class&, Data<float>&, league::Stopwatch&);
template void Gauss::run(const Class&, Data<double>&, league::Stopwatch&);
