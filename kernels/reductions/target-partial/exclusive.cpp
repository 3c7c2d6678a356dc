// Three kernels instead of `scan`: sums of strips, a scan of these, and each strip from where it
// starts.

#include <algorithm>

#include "reductions_parts_scan.hpp"

template <typename T>
void ScanExclusive::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strips = 8192;
  const int n = cls.n;
  const int length = (n + strips - 1) / strips;
  const std::size_t all_rows = data.x.size();
  const std::size_t all_sums = data.y.size();
  const T* x = data.x.data();
  T* y = data.y.data();
  league::vector<T> of_strips(strips);
  T* parts = of_strips.data();

  #pragma omp target data map(to : x[0 : all_rows]) map(from : y[0 : all_sums]) \
      map(alloc : parts[0 : strips])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T* out = y + std::size_t(round) * std::size_t(n);
      const T start = data.start[round];
      #pragma omp target teams distribute parallel for
      for (int strip = 0; strip < strips; ++strip) {
        const int begin = std::min(n, strip * length);
        const int end = std::min(n, begin + length);
        T sum = 0;
        for (int i = begin; i < end; ++i) sum += row[i];
        parts[strip] = sum;
      }
      #pragma omp target
      {
        T sum = start;
        for (int strip = 0; strip < strips; ++strip) {
          const T part = parts[strip];
          parts[strip] = sum;
          sum += part;
        }
      }
      #pragma omp target teams distribute parallel for
      for (int strip = 0; strip < strips; ++strip) {
        const int begin = std::min(n, strip * length);
        const int end = std::min(n, begin + length);
        T sum = parts[strip];
        for (int i = begin; i < end; ++i) {
          out[i] = sum;
          sum += row[i];
        }
      }
    }
    watch.stop();
  }
}

template void ScanExclusive::run(const Class&, Data<float>&, league::Stopwatch&);
template void ScanExclusive::run(const Class&, Data<double>&, league::Stopwatch&);
