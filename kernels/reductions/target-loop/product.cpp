// How well the compiler maps `loop` with a reduction: as target-data, with the levels left to it.

#include "reductions.hpp"

#pragma omp declare reduction(* : Complex : omp_out *= omp_in) initializer(omp_priv = Complex{1, 0})

template <typename T>
void Product::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const std::size_t all_rows = data.x.size();
  const T* x = data.x.data();

  #pragma omp target data map(to : x[0 : all_rows])
  {
    watch.start();
    for (int round = 0; round < rounds; ++round) {
      const T* row = x + std::size_t(round) * cls.pitch();
      T product = data.start[round];
      #pragma omp target teams loop map(tofrom : product) reduction(* : product)
      for (int i = 0; i < n; ++i) product *= row[i];
      store(data.result, round, product);
    }
    watch.stop();
  }
}

template void Product::run(const Class&, Data<float>&, league::Stopwatch&);
template void Product::run(const Class&, Data<double>&, league::Stopwatch&);
template void Product::run(const Class&, Data<unsigned>&, league::Stopwatch&);
template void Product::run(const Class&, Data<Complex>&, league::Stopwatch&);
