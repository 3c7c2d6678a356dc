// What a parallel region of the host costs: all threads are called for next to nothing.

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    const int lane = step % lanes;
    #pragma omp parallel for
    for (int l = 0; l < lanes; ++l)
      if (l == lane) count[l] += 1;
  }
  watch.stop();
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
