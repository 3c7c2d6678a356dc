// Two kernels instead of a reduction across teams: parts, which one team reduces.

#include "reductions.hpp"

#pragma omp declare reduction(+ : Complex : omp_out += omp_in) initializer(omp_priv = Complex{})

template <typename T>
void Sum::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
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
        T part{};
        for (int i = strip; i < n; i += strips) part += row[i];
        parts[strip] = part;
      }
      T sum = data.start[round];
      #pragma omp target parallel for map(tofrom : sum) reduction(+ : sum)
      for (int strip = 0; strip < strips; ++strip) sum += parts[strip];
      store(data.result, round, sum);
    }
    watch.stop();
  }
}

template void Sum::run(const Class&, Data<float>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<double>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<int>&, league::Stopwatch&);
template void Sum::run(const Class&, Data<Complex>&, league::Stopwatch&);
