// A reduction at each level against the combined one: threads reduce a strip, teams the strips.

#include <algorithm>

#include "reductions.hpp"

template <typename T>
void Section::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strip = 8192;
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
      #pragma omp target teams distribute map(tofrom : sums[0 : sections]) \
          reduction(+ : sums[0 : sections])
      for (int begin = 0; begin < n; begin += strip) {
        const int end = n - begin < strip ? n : begin + strip;
        T parts[sections] = {};
        #pragma omp parallel for reduction(+ : parts[0 : sections])
        for (int i = begin; i < end; ++i) parts[i % sections] += row[i];
        for (int rest = 0; rest < sections; ++rest) sums[rest] += parts[rest];
      }
      std::copy(sums, sums + sections, data.result.begin() + std::ptrdiff_t(round) * sections);
    }
    watch.stop();
  }
}

template void Section::run(const Class&, Data<float>&, league::Stopwatch&);
template void Section::run(const Class&, Data<double>&, league::Stopwatch&);
template void Section::run(const Class&, Data<int>&, league::Stopwatch&);
