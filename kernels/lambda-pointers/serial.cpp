// What is computed: every array gets its number added, in one loop over all of them.

#include "lambda-pointers.hpp"

template <typename Real>
void LambdaPointers::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = length(cls);
  Real* y = data.y.data();

  watch.start();
  for (int launch = 0; launch < cls.launches; ++launch)
    for (int k = 0; k < cls.pointers; ++k)
      for (int i = 0; i < n; ++i) y[long(k) * n + i] += Real(k + 1);
  watch.stop();
}

template void LambdaPointers::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaPointers::run(const Class&, Data<double>&, league::Stopwatch&);
