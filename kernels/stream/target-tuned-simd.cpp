// What suits a compiler whose threads are warps and whose SIMD lanes are threads of the GPU: lanes
// take neighbouring elements.

#include "stream.hpp"

template <typename Real>
void Stream::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  // Eight threads, which are 256 lanes, a team, and an element a lane; for the sum no more teams
  // than a large device holds at once.
  const int teams = (n + 255) / 256;
  const int fewer = teams < 1056 ? teams : 1056;
  const Real s = data.scalar;
  Real* a = data.a.data();
  Real* b = data.b.data();
  Real* c = data.c.data();
  double start = 1;

  #pragma omp target data map(tofrom : a[0 : n]) map(from : b[0 : n], c[0 : n])
  {
    watch.start();
    for (int pass = 0; pass < cls.passes; ++pass) {
      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(8)
      for (int i = 0; i < n; ++i) c[i] = a[i];
      watch.lap("copy");

      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(8)
      for (int i = 0; i < n; ++i) b[i] = s * c[i];
      watch.lap("mul");

      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(8)
      for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
      watch.lap("add");

      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(8)
      for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
      watch.lap("triad");

      double sum = start;
      #pragma omp target teams distribute parallel for simd num_teams(fewer) thread_limit(8) \
          map(tofrom : sum) reduction(+ : sum)
      for (int i = 0; i < n; ++i) sum += a[i] * b[i];
      data.dot[std::size_t(pass)] = sum;
      start *= 64;  // as the products do
      watch.lap("dot");
    }
    watch.stop();
  }
}

template void Stream::run(const Class&, Data<float>&, league::Stopwatch&);
template void Stream::run(const Class&, Data<double>&, league::Stopwatch&);
