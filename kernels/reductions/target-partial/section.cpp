// Two kernels instead of a reduction across teams: parts, which one team reduces.

#include <algorithm>

#include "reductions.hpp"

template <typename T>
void Section::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strips = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();
  T sums[sections];
  league::vector<T> of_strips(strips);
  T* parts = of_strips.data();

  #pragma omp target data map(to : x[0 : all_rows]) map(alloc : parts[0 : strips])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      std::fill(sums, sums + sections, data.start[round]);
      #pragma omp target teams distribute parallel for
      for (int strip = 0; strip < strips; ++strip) {
        T part = 0;  // as many strips as are a multiple of the sections: a strip belongs to one
        for (int i = strip; i < n; i += strips) part += row[i];
        parts[strip] = part;
      }
      #pragma omp target parallel for map(tofrom : sums[0 : sections]) \
          reduction(+ : sums[0 : sections])
      for (int strip = 0; strip < strips; ++strip) sums[strip % sections] += parts[strip];
      std::copy(sums, sums + sections, data.result.begin() + std::ptrdiff_t(round) * sections);
    }
    watch.stop();
  }
}

template void Section::run(const Class&, Data<float>&, league::Stopwatch&);
template void Section::run(const Class&, Data<double>&, league::Stopwatch&);
template void Section::run(const Class&, Data<int>&, league::Stopwatch&);
