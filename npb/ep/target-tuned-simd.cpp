// The best we can do without memory of a team, which GCC 12 does not have: as target-bands, with
// batches as small as it takes to give every thread of a large GPU one, and no more threads than
// run at a time.

#include <algorithm>

#include "ep.hpp"
#include "ep_body.hpp"

template <typename Real>
void Ep::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // 2^18 threads are two thousand on each of some 130 multiprocessors, the most they hold.  A
  // thread has at least 2^7 pairs, or finding its place and adding up would count.  Teams of four
  // warps, so that registers, some 60 a thread, limit the threads less than larger teams would.
  // Reasoned, not measured.
  const int length_log2 = std::clamp(cls.m - 18, 7, ep::batch_log2);
  const int length = 1 << length_log2;
  const long batches = 1L << (cls.m - length_log2);
  const int teams = int(std::min(batches, 1L << 18) + 127) / 128;
  double sx = 0;
  double sy = 0;
  double count[annuli] = {};
  league::vector<std::uint64_t> powers(ep::batch);
  std::uint64_t* power = powers.data();

  #pragma omp target data map(tofrom : sx, sy, count) map(alloc : power[0 : ep::batch])
  {
    watch.start();
    #pragma omp target teams distribute parallel for num_teams(8) thread_limit(128)
    for (int i = 0; i < ep::batch; ++i) power[i] = npb::power(2 * i);
    #pragma omp target teams distribute parallel for map(tofrom : sx, sy, count) \
        reduction(+ : sx, sy, count) num_teams(teams) thread_limit(128)
    for (long b = 0; b < batches; ++b) {
      const std::uint64_t start = ep::state_of_pair(b * length);
      double batch_x = 0;
      double batch_y = 0;
      std::uint64_t low = 0;
      std::uint64_t high = 0;
      #pragma omp simd reduction(+ : batch_x, batch_y, low, high)
      for (int i = 0; i < length; ++i) {
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
