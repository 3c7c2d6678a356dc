// How well the compiler maps `loop` with a reduction: as target-data, with the levels left to it.

#include <algorithm>

#include "reductions.hpp"

template <typename T>
void Section::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();
  T sums[sections];

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      std::fill(sums, sums + sections, data.start[round]);
      #pragma omp target teams loop map(tofrom : sums[0 : sections]) \
          reduction(+ : sums[0 : sections])
      for (int i = 0; i < n; ++i) sums[i % sections] += row[i];
      std::copy(sums, sums + sections, data.result.begin() + std::ptrdiff_t(round) * sections);
    }
    watch.stop();
  }
}

template void Section::run(const Class&, Data<float>&, league::Stopwatch&);
template void Section::run(const Class&, Data<double>&, league::Stopwatch&);
template void Section::run(const Class&, Data<int>&, league::Stopwatch&);
