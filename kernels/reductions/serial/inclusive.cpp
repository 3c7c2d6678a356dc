// What is computed: sums of all elements so far, inclusive of the element itself.

#include "reductions_parts_scan.hpp"

template <typename T>
void ScanInclusive::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();
  T* y = data.y.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    T* out = y + std::size_t(round) * std::size_t(n);
    T sum = data.start[round];
    for (int i = 0; i < n; ++i) {
      sum += row[i];
      out[i] = sum;
    }
  }
  watch.stop();
}

template void ScanInclusive::run(const Class&, Data<float>&, league::Stopwatch&);
template void ScanInclusive::run(const Class&, Data<double>&, league::Stopwatch&);
