// A reduction at each level against the combined one: threads reduce a strip, teams the strips.

#include <limits>

#include "reductions.hpp"

#pragma omp declare reduction(first : Place<float>, Place<double>,                  \
                                  Place<int> : omp_out = first_of(omp_out, omp_in)) \
    initializer(make_neutral(omp_priv))

template <typename T>
void Argmin::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strip = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      Place<T> least{data.start[round], -1};
      #pragma omp target teams distribute map(tofrom : least) reduction(first : least)
      for (int begin = 0; begin < n; begin += strip) {
        const int end = n - begin < strip ? n : begin + strip;
        Place<T> part = {std::numeric_limits<T>::max(), 0};
        #pragma omp parallel for reduction(first : part)
        for (int i = begin; i < end; ++i) part = first_of(part, {row[i], i});
        least = first_of(least, part);
      }
      data.result[2 * round] = least.value;
      data.result[2 * round + 1] = least.index;
    }
    watch.stop();
  }
}

template void Argmin::run(const Class&, Data<float>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<double>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<int>&, league::Stopwatch&);
