// The other directive model: as target-combined, in OpenACC.

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();

  #pragma acc data copy(count[0 : lanes])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      const int lane = step % lanes;
      #pragma acc parallel loop present(count[0 : lanes])
      for (int l = 0; l < lanes; ++l)
        if (l == lane) count[l] += 1;
    }
    watch.stop();
  }
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
