// What is computed: elements are added up.

#include "reductions.hpp"

template <typename T>
void Sum::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    T sum = data.start[round];
    for (int i = 0; i < n; ++i) sum += row[i];
    store(data.result, round, sum);
  }
  watch.stop();
}

template void Sum::run(const Class&, Data<float>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<double>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<int>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<Complex>&, league::Stopwatch&);
