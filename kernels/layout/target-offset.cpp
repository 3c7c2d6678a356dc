// What contiguous access costs that is not aligned: as target-soa, every thread some elements
// further.

#include "layout.hpp"

template <typename Real>
void Layout::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const int offset = cls.offset % n;
  const Real* vx = data.vx.data();
  const Real* vy = data.vy.data();
  const Real* vz = data.vz.data();
  const Real* mass = data.mass.data();
  Real* energy = data.energy.data();

  #pragma omp target data map(to : vx[0 : n], vy[0 : n], vz[0 : n], mass[0 : n]) \
      map(tofrom : energy[0 : n])
  {
    watch.start();
    for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
      #pragma omp target teams distribute parallel for
      for (int t = 0; t < n; ++t) {
        const int i = t < n - offset ? t + offset : t + offset - n;
        energy[i] += mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
      }
    }
    watch.stop();
  }
}

template void Layout::run(const Class&, Data<float>&, league::Stopwatch&);
template void Layout::run(const Class&, Data<double>&, league::Stopwatch&);
