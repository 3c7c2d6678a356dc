// What is computed: sums of all elements so far, exclusive of the element itself.

#include "reductions_parts_scan.hpp"

template <typename T>
void ScanExclusive::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();
  T* y = data.y.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    T* out = y + std::size_t(round) * std::size_t(n);
    T sum = data.start[round];
    for (int i = 0; i < n; ++i) {
      out[i] = sum;
      sum += row[i];
    }
  }
  watch.stop();
}

template void ScanExclusive::run(const Class&, Data<float>&, league::Stopwatch&);
template void ScanExclusive::run(const Class&, Data<double>&, league::Stopwatch&);
