// A reduction at each level against the combined one: threads reduce a strip, teams the strips.

#include "reductions.hpp"

template <typename T>
void And::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strip = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T all = data.start[round];
      #pragma omp target teams distribute map(tofrom : all) reduction(&& : all)
      for (int begin = 0; begin < n; begin += strip) {
        const int end = n - begin < strip ? n : begin + strip;
        T part = 1;
        #pragma omp parallel for reduction(&& : part)
        for (int i = begin; i < end; ++i) part = part && row[i];
        all = all && part;
      }
      data.result[round] = all;
    }
    watch.stop();
  }
}

template void And::run(const Class&, Data<float>&, league::Stopwatch&);
template void And::run(const Class&, Data<double>&, league::Stopwatch&);
template void And::run(const Class&, Data<int>&, league::Stopwatch&);
