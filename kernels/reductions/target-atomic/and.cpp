// No reduction clause: every thread has a part of its own and joins it to the others atomically.

#include "reductions.hpp"

template <typename T>
void And::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strips = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T all = data.start[round];
      #pragma omp target teams distribute parallel for map(tofrom : all)
      for (int strip = 0; strip < strips; ++strip) {
        T part = 1;
        for (int i = strip; i < n; i += strips) part = part && row[i];
        if (!part) {
          #pragma omp atomic write
          all = 0;
        }
      }
      data.result[round] = all;
    }
    watch.stop();
  }
}

template void And::run(const Class&, Data<float>&, league::Stopwatch&);
template void And::run(const Class&, Data<double>&, league::Stopwatch&);
template void And::run(const Class&, Data<int>&, league::Stopwatch&);
