// The latency of the whole device: teams and their threads in one construct.

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();

  #pragma omp target data map(tofrom : count[0 : lanes])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      const int lane = step % lanes;
      #pragma omp target teams distribute parallel for
      for (int l = 0; l < lanes; ++l)
        if (l == lane) count[l] += 1;
    }
    watch.stop();
  }
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
