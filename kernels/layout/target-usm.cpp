// Unified shared memory against mapping: as target-data, without a word about data.

#include "layout.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Layout::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Particle<Real>* particles = data.particles.data();
  Real* energy = data.energy.data();

  watch.start();
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < n; ++i) {
      const Particle<Real>& p = particles[i];
      energy[i] += p.mass * (p.vx * p.vx + p.vy * p.vy + p.vz * p.vz);
    }
  }
  watch.stop();
}

template void Layout::run(const Class&, Data<float>&, league::Stopwatch&);
template void Layout::run(const Class&, Data<double>&, league::Stopwatch&);
