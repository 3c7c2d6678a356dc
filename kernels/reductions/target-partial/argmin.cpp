// Two kernels instead of a reduction across teams: parts, which one team reduces.

#include <limits>

#include "reductions.hpp"

#pragma omp declare reduction(first : Place<float>, Place<double>,                  \
                                  Place<int> : omp_out = first_of(omp_out, omp_in)) \
    initializer(make_neutral(omp_priv))

template <typename T>
void Argmin::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strips = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();
  league::vector<Place<T>> of_strips(strips);
  Place<T>* parts = of_strips.data();

  #pragma omp target data map(to : x[0 : all_rows]) map(alloc : parts[0 : strips])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      #pragma omp target teams distribute parallel for
      for (int strip = 0; strip < strips; ++strip) {
        Place<T> part = {std::numeric_limits<T>::max(), 0};
        for (int i = strip; i < n; i += strips) part = first_of(part, {row[i], i});
        parts[strip] = part;
      }
      Place<T> least{data.start[round], -1};
      #pragma omp target parallel for map(tofrom : least) reduction(first : least)
      for (int strip = 0; strip < strips; ++strip) least = first_of(least, parts[strip]);
      data.result[2 * round] = least.value;
      data.result[2 * round + 1] = least.index;
    }
    watch.stop();
  }
}

template void Argmin::run(const Class&, Data<float>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<double>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<int>&, league::Stopwatch&);
