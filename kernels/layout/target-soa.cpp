// Structure of arrays: as target-data, with neighbouring threads at neighbouring addresses and only
// what is needed on the device.  Contiguous access; the next three differ in the index alone.

#include "layout.hpp"

template <typename Real>
void Layout::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
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
      for (int i = 0; i < n; ++i)
        energy[i] += mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    }
    watch.stop();
  }
}

template void Layout::run(const Class&, Data<float>&, league::Stopwatch&);
template void Layout::run(const Class&, Data<double>&, league::Stopwatch&);
