// The best we can do with clauses: sixteen bytes a load, four of them under way in each thread and
// vector, and as many teams at most as a large device holds at once.

#include "dot.hpp"

namespace {

/// As many elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  Real element[16 / sizeof(Real)];
};

}  // namespace

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int size = 16 / sizeof(Real);
  constexpr int streams = 4;  // packs of a thread and turn, a quarter of the vectors apart
  // 1056 teams of 256 threads fill 132 multiprocessors that hold 2048 threads each, once: every
  // team beyond them would only add a partial sum to be combined.  Reasoned from the hardware, not
  // measured.
  constexpr int most = 1056;
  const int all = cls.n;
  const Real* x = data.x.data();
  const Real* y = data.y.data();
  Real* dot = data.dot.data();

  #pragma omp target data map(to : x[0 : all], y[0 : all])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      const int n = cls.n - product;
      const int quarter = n / size / streams;
      const int done = quarter * streams * size;
      const int rest = n - done;
      const int turns = quarter > rest ? quarter : rest;
      const int teams = turns < most * 256 ? (turns + 255) / 256 : most;
      Real sum = Real(product + 1);
      #pragma omp target teams distribute parallel for simd num_teams(teams) thread_limit(256) \
          map(tofrom : sum) reduction(+ : sum)
      for (int i = 0; i < turns; ++i) {
        if (i < quarter) {
          const auto* left = reinterpret_cast<const Pack<Real>*>(x) + i;
          const auto* right = reinterpret_cast<const Pack<Real>*>(y) + i;
          for (int s = 0; s < streams; ++s) {
            const auto a = left[s * quarter];
            const auto b = right[s * quarter];
            for (int e = 0; e < size; ++e) sum += a.element[e] * b.element[e];
          }
        }
        if (i < rest) sum += x[done + i] * y[done + i];
      }
      dot[product] = sum;
    }
    watch.stop();
  }
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
