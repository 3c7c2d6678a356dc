// A reduction at each level against the combined one: threads reduce a strip, teams the strips.

#include "reductions.hpp"

#pragma omp declare reduction(* : Complex : omp_out *= omp_in) initializer(omp_priv = Complex{1, 0})

template <typename T>
void Product::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  constexpr int strip = 8192;
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T product = data.start[round];
      #pragma omp target teams distribute map(tofrom : product) reduction(* : product)
      for (int begin = 0; begin < n; begin += strip) {
        const int end = n - begin < strip ? n : begin + strip;
        T part{1};
        #pragma omp parallel for reduction(* : part)
        for (int i = begin; i < end; ++i) part *= row[i];
        product *= part;
      }
      store(data.result, round, product);
    }
    watch.stop();
  }
}

template void Product::run(const Class&, Data<float>&, league::Stopwatch&);
template void Product::run(const Class&, Data<double>&, league::Stopwatch&);
template void Product::run(const Class&, Data<unsigned>&, league::Stopwatch&);
template void Product::run(const Class&, Data<Complex>&, league::Stopwatch&);
