// What is computed: the least element and where it is first.

#include "reductions.hpp"

template <typename T>
void Argmin::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    Place<T> least{data.start[round], -1};
    for (int i = 0; i < n; ++i) least = first_of(least, {row[i], i});
    data.result[2 * round] = least.value;
    data.result[2 * round + 1] = least.index;
  }
  watch.stop();
}

template void Argmin::run(const Class&, Data<float>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<double>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<int>&, league::Stopwatch&);
