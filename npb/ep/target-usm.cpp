// Unified shared memory against mapping: as target-data, without a word about data.

#include <algorithm>

#include "ep.hpp"
#include "ep_body.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Ep::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long batches = 1L << (cls.m - ep::batch_log2);
  double sx = 0;
  double sy = 0;
  double count[annuli] = {};

  watch.start();
  #pragma omp target teams distribute parallel for reduction(+ : sx, sy, count)
  for (long b = 0; b < batches; ++b) {
    std::uint64_t state = ep::state_of_pair(b * ep::batch);
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (int i = 0; i < ep::batch; ++i) {
      const ep::Pair pair = ep::normal_pair(state);
      sx += pair.x;
      sy += pair.y;
      low += pair.mark.low;
      high += pair.mark.high;
      state *= ep::pair_step;
    }
    for (int a = 0; a < annuli; ++a) count[a] += ep::count_of(low, high, a);
  }
  watch.lap("pairs");
  watch.stop();

  data.sums[0] = sx;
  data.sums[1] = sy;
  std::copy_n(count, annuli, data.sums.begin() + 2);
}

template void Ep::run(const Class&, Data<double>&, league::Stopwatch&);
