// The latency of a reduction over the whole device, its result back on the host.

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    const int lane = step % lanes;
    Real sum = 0;
    #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
    for (int l = 0; l < lanes; ++l)
      if (l == lane) sum += 1;
    count[lane] += sum;
  }
  watch.stop();
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
