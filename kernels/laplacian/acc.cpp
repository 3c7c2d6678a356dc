// The other directive model: as target-data, in OpenACC.

#include <utility>

#include "laplacian.hpp"

template <typename Real>
void Laplacian::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int line = n + 1;
  const int plane = line * line;
  const int cells = line * plane;
  Real* u = data.u.data();
  Real* v = data.v.data();

  #pragma acc data copy(u[0 : cells], v[0 : cells])
  {
    watch.start();
    for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
      #pragma acc parallel loop collapse(3) present(u[0 : cells], v[0 : cells])
      for (int i = 1; i < n; ++i)
        for (int j = 1; j < n; ++j)
          for (int k = 1; k < n; ++k) {
            const int c = i * plane + j * line + k;
            const Real sum =
                u[c - plane] + u[c + plane] + u[c - line] + u[c + line] + u[c - 1] + u[c + 1];
            v[c] = (sum - 6 * u[c]) / 8;
          }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Laplacian::run(const Class&, Data<float>&, league::Stopwatch&);
template void Laplacian::run(const Class&, Data<double>&, league::Stopwatch&);
