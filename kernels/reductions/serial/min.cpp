// What is computed: the least element.

#include <algorithm>

#include "reductions.hpp"

template <typename T>
void Min::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    T least = data.start[round];
    for (int i = 0; i < n; ++i) least = std::min(least, row[i]);
    data.result[round] = least;
  }
  watch.stop();
}

template void Min::run(const Class&, Data<float>&, league::Stopwatch&);
template void Min::run(const Class&, Data<double>&, league::Stopwatch&);
template void Min::run(const Class&, Data<int>&, league::Stopwatch&);
