// What is computed: the greatest element.

#include <algorithm>

#include "reductions.hpp"

template <typename T>
void Max::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    T greatest = data.start[round];
    for (int i = 0; i < n; ++i) greatest = std::max(greatest, row[i]);
    data.result[round] = greatest;
  }
  watch.stop();
}

template void Max::run(const Class&, Data<float>&, league::Stopwatch&);
template void Max::run(const Class&, Data<double>&, league::Stopwatch&);
template void Max::run(const Class&, Data<int>&, league::Stopwatch&);
