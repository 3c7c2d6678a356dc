// The best we can do with clauses: a thread walks through several planes, the points before and
// behind in registers.

#include <utility>

#include "laplacian.hpp"

template <typename Real>
void Laplacian::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // Each plane is read once and not three times; more planes would leave a large device idle in
  // class W.  Teams of 256 threads fill its multiprocessors, one part a thread.  Reasoned, not
  // measured.
  constexpr int depth = 16;
  const int n = cls.n;
  const int line = n + 1;
  const int plane = line * line;
  const int cells = line * plane;
  const int points = (n - 1) * (n - 1);  // of the inside of a plane
  const int parts = (n - 1 + depth - 1) / depth * points;
  const int teams = (parts + 255) / 256;
  Real* u = data.u.data();
  Real* v = data.v.data();

  #pragma omp target data map(tofrom : u[0 : cells], v[0 : cells])
  {
    watch.start();
    for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
      // One loop of `int` instead of collapse(3): divisions are of 32 bits, and once for a part.
      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(256)
      for (int part = 0; part < parts; ++part) {
        const int begin = 1 + part / points * depth;
        const int end = begin + depth < n ? begin + depth : n;
        const int j = 1 + part % points / (n - 1);
        const int k = 1 + part % points % (n - 1);
        int c = begin * plane + j * line + k;
        Real before = u[c - plane];
        Real here = u[c];
        for (int i = begin; i < end; ++i) {
          const Real behind = u[c + plane];
          const Real sum = before + behind + u[c - line] + u[c + line] + u[c - 1] + u[c + 1];
          v[c] = (sum - 6 * here) / 8;
          before = here;
          here = behind;
          c += plane;
        }
      }
      std::swap(u, v);
    }
    watch.stop();
  }
}

template void Laplacian::run(const Class&, Data<float>&, league::Stopwatch&);
template void Laplacian::run(const Class&, Data<double>&, league::Stopwatch&);
