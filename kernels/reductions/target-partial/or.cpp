// Two kernels instead of a reduction across teams: parts, which one team reduces.

#include "reductions.hpp"

template <typename T>
void Or::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strips = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();
  league::vector<T> of_strips(strips);
  T* parts = of_strips.data();

  #pragma omp target data map(to : x[0 : all_rows]) map(alloc : parts[0 : strips])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      #pragma omp target teams distribute parallel for
      for (int strip = 0; strip < strips; ++strip) {
        T part = 0;
        for (int i = strip; i < n; i += strips) part = part || row[i];
        parts[strip] = part;
      }
      T any = data.start[round];
      #pragma omp target parallel for map(tofrom : any) reduction(|| : any)
      for (int strip = 0; strip < strips; ++strip) any = any || parts[strip];
      data.result[round] = any;
    }
    watch.stop();
  }
}

template void Or::run(const Class&, Data<float>&, league::Stopwatch&);
template void Or::run(const Class&, Data<double>&, league::Stopwatch&);
template void Or::run(const Class&, Data<int>&, league::Stopwatch&);
