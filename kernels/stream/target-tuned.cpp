// The best we can do with clauses: sixteen bytes a load, four of them under way in each thread, and
// for the sum as many teams at most as a large device holds at once.

#include "stream.hpp"

namespace {

/// As many elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  Real element[16 / sizeof(Real)];
};

}  // namespace

template <typename Real>
void Stream::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int size = 16 / sizeof(Real);
  constexpr int streams = 4;  // packs of a thread and turn, a quarter of the arrays apart
  // 1056 teams of 256 threads fill 132 multiprocessors that hold 2048 threads each, once: more
  // would only add partial sums.  Where nothing is shared, no thread has a second turn.  Reasoned
  // from the hardware, not measured.
  constexpr int most = 1056;
  const int n = cls.n;
  const int quarter = n / size / streams;
  const int done = quarter * streams * size;
  const int rest = n - done;
  const int turns = quarter > rest ? quarter : rest;
  const int teams = (turns + 255) / 256;
  const int fewer = teams < most ? teams : most;
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
      for (int i = 0; i < turns; ++i) {
        if (i < quarter) {
          Pack<Real> p[streams];
          for (int q = 0; q < streams; ++q)
            p[q] = reinterpret_cast<const Pack<Real>*>(a)[i + q * quarter];
          for (int q = 0; q < streams; ++q)
            reinterpret_cast<Pack<Real>*>(c)[i + q * quarter] = p[q];
        }
        if (i < rest) c[done + i] = a[done + i];
      }
      watch.lap("copy");
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < turns; ++i) {
        if (i < quarter) {
          Pack<Real> p[streams];
          for (int q = 0; q < streams; ++q)
            p[q] = reinterpret_cast<const Pack<Real>*>(c)[i + q * quarter];
          for (auto& pack : p)
            for (Real& element : pack.element) element *= s;
          for (int q = 0; q < streams; ++q)
            reinterpret_cast<Pack<Real>*>(b)[i + q * quarter] = p[q];
        }
        if (i < rest) b[done + i] = s * c[done + i];
      }
      watch.lap("mul");
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < turns; ++i) {
        if (i < quarter) {
          Pack<Real> p[streams];
          for (int q = 0; q < streams; ++q)
            p[q] = reinterpret_cast<const Pack<Real>*>(a)[i + q * quarter];
          for (int q = 0; q < streams; ++q) {
            const auto r = reinterpret_cast<const Pack<Real>*>(b)[i + q * quarter];
            for (int e = 0; e < size; ++e) p[q].element[e] += r.element[e];
          }
          for (int q = 0; q < streams; ++q)
            reinterpret_cast<Pack<Real>*>(c)[i + q * quarter] = p[q];
        }
        if (i < rest) c[done + i] = a[done + i] + b[done + i];
      }
      watch.lap("add");
      #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(256)
      for (int i = 0; i < turns; ++i) {
        if (i < quarter) {
          Pack<Real> p[streams];
          for (int q = 0; q < streams; ++q)
            p[q] = reinterpret_cast<const Pack<Real>*>(b)[i + q * quarter];
          for (int q = 0; q < streams; ++q) {
            const auto r = reinterpret_cast<const Pack<Real>*>(c)[i + q * quarter];
            for (int e = 0; e < size; ++e) p[q].element[e] += s * r.element[e];
          }
          for (int q = 0; q < streams; ++q)
            reinterpret_cast<Pack<Real>*>(a)[i + q * quarter] = p[q];
        }
        if (i < rest) a[done + i] = b[done + i] + s * c[done + i];
      }
      watch.lap("triad");
      double sum = start;
      #pragma omp target teams distribute parallel for num_teams(fewer) thread_limit(256) \
          map(tofrom : sum) reduction(+ : sum)
      for (int i = 0; i < turns; ++i) {
        if (i < quarter)
          for (int q = 0; q < streams; ++q) {
            const auto p = reinterpret_cast<const Pack<Real>*>(a)[i + q * quarter];
            const auto r = reinterpret_cast<const Pack<Real>*>(b)[i + q * quarter];
            for (int e = 0; e < size; ++e) sum += p.element[e] * r.element[e];
          }
        if (i < rest) sum += a[done + i] * b[done + i];
      }
      data.dot[std::size_t(pass)] = sum;
      start *= 64;  // as the products do
      watch.lap("dot");
    }
    watch.stop();
  }
}

template void Stream::run(const Class&, Data<float>&, league::Stopwatch&);
template void Stream::run(const Class&, Data<double>&, league::Stopwatch&);
