// What is computed: elements are multiplied.

#include "reductions.hpp"

template <typename T>
void Product::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    T product = data.start[round];
    for (int i = 0; i < n; ++i) product *= row[i];
    store(data.result, round, product);
  }
  watch.stop();
}

template void Product::run(const Class&, Data<float>&, league::Stopwatch&);
template void Product::run(const Class&, Data<double>&, league::Stopwatch&);
template void Product::run(const Class&, Data<unsigned>&, league::Stopwatch&);
template void Product::run(const Class&, Data<Complex>&, league::Stopwatch&);
