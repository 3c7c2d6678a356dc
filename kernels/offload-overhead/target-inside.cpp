// What opening a parallel region costs on the device: one launch, all steps inside.

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  const int steps = cls.steps;
  Real* count = data.count();

  #pragma omp target data map(tofrom : count[0 : lanes])
  {
    watch.start();
    #pragma omp target
    for (int step = 0; step < steps; ++step) {
      const int lane = step % lanes;
      #pragma omp parallel for
      for (int l = 0; l < lanes; ++l)
        if (l == lane) count[l] += 1;
    }
    watch.stop();
  }
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
