// How well the compiler maps `loop` with a reduction: as target-data, with the levels left to it.

#include "reductions.hpp"

#pragma omp declare reduction(first : Place<float>, Place<double>,                  \
                                  Place<int> : omp_out = first_of(omp_out, omp_in)) \
    initializer(make_neutral(omp_priv))

template <typename T>
void Argmin::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      Place<T> least{data.start[round], -1};
      #pragma omp target teams loop map(tofrom : least) reduction(first : least)
      for (int i = 0; i < n; ++i) least = first_of(least, {row[i], i});
      data.result[2 * round] = least.value;
      data.result[2 * round + 1] = least.index;
    }
    watch.stop();
  }
}

template void Argmin::run(const Class&, Data<float>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<double>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<int>&, league::Stopwatch&);
