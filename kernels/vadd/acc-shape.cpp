// OpenACC in a shape: as acc, with gangs and workers per gang as target-shape has teams and
// threads. GCC takes the vector length only at compile time.

#include "vadd.hpp"

template <typename Real>
void Vadd::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int teams = cls.teams;
  const int threads = cls.threads;
  const int n = cls.n;
  const Real* a = data.a.data();
  const Real* b = data.b.data();
  Real* c = data.c.data();

  #pragma acc data copyin(a[0 : n], b[0 : n]) copyout(c[0 : n])
  {
    watch.start();
    #pragma acc parallel loop gang worker vector num_gangs(teams) num_workers(threads) \
        vector_length(32) present(a[0 : n], b[0 : n], c[0 : n])
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
    watch.stop();
  }
}

template void Vadd::run(const Class&, Data<float>&, league::Stopwatch&);
template void Vadd::run(const Class&, Data<double>&, league::Stopwatch&);
