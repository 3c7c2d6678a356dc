// Deferred regions: as target-empty, but the host does not wait for each.

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
      // Only regions of the same lane depend on each other.
      #pragma omp target depend(inout : count[lane]) nowait
      count[lane] += 1;
    }
    #pragma omp taskwait
    watch.stop();
  }
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
