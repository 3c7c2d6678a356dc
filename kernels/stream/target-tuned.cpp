// The best we can do with clauses: enough threads to fill a large device, for as little else as
// possible.

#include "stream.hpp"

template <typename Real>
void Stream::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  // One element per thread where nothing is shared: no loop is left in the kernel, and the order in
  // which blocks start keeps neighbouring memory busy at the same time.  For the sum, 1056 teams of
  // 256 threads fill 132 multiprocessors that hold 2048 threads each, once: more teams would only
  // add partial sums.  Reasoned from the hardware, not measured.
  const int teams = (n + 255) / 256;
  const Real s = data.scalar;
  Real* a = data.a.data();
  Real* b = data.b.data();
  Real* c = data.c.data();
  double start = 1;

  #pragma omp target data map(tofrom : a[0 : n]) map(from : b[0 : n], c[0 : n])
  {
    watch.start();
    for (int pass = 0; pass < cls.passes; ++pass) {
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < n; ++i) c[i] = a[i];
      watch.lap("copy");

      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < n; ++i) b[i] = s * c[i];
      watch.lap("mul");

      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
      watch.lap("add");

      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
      watch.lap("triad");

      double sum = start;
      #pragma omp target teams distribute parallel for num_teams(1056) thread_limit(256) \
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
