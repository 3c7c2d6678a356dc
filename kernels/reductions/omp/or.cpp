// What the host does with the same source: rows are shared among threads.

#include "reductions.hpp"

template <typename T>
void Or::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const T* x = data.x.data();

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x + std::size_t(round) * cls.pitch();
    T any = data.start[round];
    #pragma omp parallel for reduction(|| : any)
    for (int i = 0; i < n; ++i) any = any || row[i];
    data.result[round] = any;
  }
  watch.stop();
}

template void Or::run(const Class&, Data<float>&, league::Stopwatch&);
template void Or::run(const Class&, Data<double>&, league::Stopwatch&);
template void Or::run(const Class&, Data<int>&, league::Stopwatch&);
