// No reduction clause: every thread has a part of its own and joins it to the others atomically.

#include "reductions.hpp"

namespace {

template <typename T>
void add(T& sum, const T& part) {
  #pragma omp atomic update
  sum += part;
}
template <>
void add(Complex& sum, const Complex& part) {
  add(sum.re, part.re);
  add(sum.im, part.im);
}

}  // namespace

template <typename T>
void Sum::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strips = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T sum = data.start[round];
      #pragma omp target teams distribute parallel for map(tofrom : sum)
      for (int strip = 0; strip < strips; ++strip) {
        T part{};
        for (int i = strip; i < n; i += strips) part += row[i];
        add(sum, part);
      }
      store(data.result, round, sum);
    }
    watch.stop();
  }
}

template void Sum::run(const Class&, Data<float>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<double>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<int>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<Complex>&, league::Stopwatch&);
