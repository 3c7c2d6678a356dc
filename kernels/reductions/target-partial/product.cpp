// Two kernels instead of a reduction across teams: parts, which one team reduces.

#include "reductions.hpp"

#pragma omp declare reduction(* : Complex : omp_out *= omp_in) initializer(omp_priv = Complex{1, 0})

template <typename T>
void Product::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
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
        T part{1};
        for (int i = strip; i < n; i += strips) part *= row[i];
        parts[strip] = part;
      }
      T product = data.start[round];
      #pragma omp target parallel for map(tofrom : product) reduction(* : product)
      for (int strip = 0; strip < strips; ++strip) product *= parts[strip];
      store(data.result, round, product);
    }
    watch.stop();
  }
}

template void Product::run(const Class&, Data<float>&, league::Stopwatch&);
template void Product::run(const Class&, Data<double>&, league::Stopwatch&);
template void Product::run(const Class&, Data<unsigned>&, league::Stopwatch&);
template void Product::run(const Class&, Data<Complex>&, league::Stopwatch&);
