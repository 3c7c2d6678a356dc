// What mapping around the region adds: as target-empty, the counters travel every time.

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    const int lane = step % lanes;
    #pragma omp target map(tofrom : count[0 : lanes])
    count[lane] += 1;
  }
  watch.stop();
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
