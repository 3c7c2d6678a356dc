// What a CPU as device wants: the loops of omp, a batch of pairs a thread and its pairs in SIMD
// lanes, each with a start of its own from a table of the generator's powers.

#include <algorithm>

#include "ep.hpp"
#include "ep_body.hpp"

template <typename Real>
void Ep::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long batches = 1L << (cls.m - ep::batch_log2);
  double sx = 0;
  double sy = 0;
  double count[annuli] = {};
  league::vector<std::uint64_t> powers(ep::batch);
  std::uint64_t* power = powers.data();

  #pragma omp target data map(tofrom : sx, sy, count) map(alloc : power[0 : ep::batch])
  {
    watch.start();
    #pragma omp target teams distribute parallel for
    for (int i = 0; i < ep::batch; ++i) power[i] = npb::power(2 * i);
    #pragma omp target teams distribute parallel for map(tofrom : sx, sy, count) \
        reduction(+ : sx, sy, count)
    for (long b = 0; b < batches; ++b) {
      const std::uint64_t start = ep::state_of_pair(b * ep::batch);
      double batch_x = 0;
      double batch_y = 0;
      std::uint64_t low = 0;
      std::uint64_t high = 0;
      #pragma omp simd reduction(+ : batch_x, batch_y, low, high)
      for (int i = 0; i < ep::batch; ++i) {
        const ep::Pair pair = ep::normal_pair(start * power[i]);
        batch_x += pair.x;
        batch_y += pair.y;
        low += pair.mark.low;
        high += pair.mark.high;
      }
      sx += batch_x;
      sy += batch_y;
      for (int a = 0; a < annuli; ++a) count[a] += ep::count_of(low, high, a);
    }
    watch.lap("pairs");
    watch.stop();
  }

  data.sums[0] = sx;
  data.sums[1] = sy;
  std::copy_n(count, annuli, data.sums.begin() + 2);
}

template void Ep::run(const Class&, Data<double>&, league::Stopwatch&);
