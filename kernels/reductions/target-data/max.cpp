// The plain form: one combined construct with a reduction.

#include <algorithm>

#include "reductions.hpp"

template <typename T>
void Max::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T greatest = data.start[round];
      #pragma omp target teams distribute parallel for map(tofrom : greatest) \
          reduction(max : greatest)
      for (int i = 0; i < n; ++i) greatest = std::max(greatest, row[i]);
      data.result[round] = greatest;
    }
    watch.stop();
  }
}

template void Max::run(const Class&, Data<float>&, league::Stopwatch&);
template void Max::run(const Class&, Data<double>&, league::Stopwatch&);
template void Max::run(const Class&, Data<int>&, league::Stopwatch&);
