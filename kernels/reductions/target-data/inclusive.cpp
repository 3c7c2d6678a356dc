// The plain form on a device: `scan` in a loop of one team; a loop of several teams cannot hold it.

#include "reductions_parts_scan.hpp"

template <typename T>
void ScanInclusive::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const std::size_t all_sums = data.y.size();
  const T* x = data.x.data();
  T* y = data.y.data();

  #pragma omp target data map(to : x[0 : all_rows]) map(from : y[0 : all_sums])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T* out = y + std::size_t(round) * std::size_t(n);
      T sum = data.start[round];
      #pragma omp target map(to : sum)
      #pragma omp parallel for reduction(inscan, + : sum)
      for (int i = 0; i < n; ++i) {
        sum += row[i];
        #pragma omp scan inclusive(sum)
        out[i] = sum;
      }
    }
    watch.stop();
  }
}

template void ScanInclusive::run(const Class&, Data<float>&, league::Stopwatch&);
template void ScanInclusive::run(const Class&, Data<double>&, league::Stopwatch&);
