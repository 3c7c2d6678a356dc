// What it takes to keep the pivot search on the device too: a user-defined reduction finds the row,
// and nothing travels between the first step and the last.

#include <cmath>

#include "gauss.hpp"

namespace {

template <typename Real>
struct Candidate {
  Real size;
  int row;
};

#pragma omp declare reduction(                                                           \
        larger : Candidate<float>,                                                       \
            Candidate<double> : omp_out = omp_in.size > omp_out.size ? omp_in : omp_out) \
    initializer(omp_priv = {0, 0})

}  // namespace

template <typename Real>
void Gauss::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int width = n + 1;
  const int cells = n * width;
  Real* a = data.a.data();
  int* pivot = data.pivot.data();
  Real* x = data.x.data();
  Candidate<Real> best{0, 0};

  #pragma omp target data map(to : a[0 : cells], best) map(from : pivot[0 : n], x[0 : n])
  {
    watch.start();
    for (int k = 0; k < n; ++k) {
      #pragma omp target teams distribute parallel for map(tofrom : best) reduction(larger : best)
      for (int i = k; i < n; ++i) {
        const Real size = std::abs(a[i * width + k]);
        if (size > best.size) best = {size, i};
      }
      #pragma omp target teams distribute parallel for map(to : best)
      for (int j = k; j < width; ++j) {
        const Real upper = a[k * width + j];
        a[k * width + j] = a[best.row * width + j];
        a[best.row * width + j] = upper;
      }
      #pragma omp target map(tofrom : best)
      {
        pivot[k] = best.row;
        best = {0, 0};  // a reduction begins with the value it finds
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
