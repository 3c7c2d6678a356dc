// The same sums on the device: a thread takes a batch of pairs and walks through them, one
// multiplication from a pair to the next.

#include <algorithm>

#include "ep.hpp"
#include "ep_body.hpp"

template <typename Real>
void Ep::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long batches = 1L << (cls.m - ep::batch_log2);
  double sx = 0;
  double sy = 0;
  double count[annuli] = {};

  #pragma omp target data map(tofrom : sx, sy, count)
  {
    watch.start();
    #pragma omp target teams distribute parallel for map(tofrom : sx, sy, count) \
        reduction(+ : sx, sy, count)
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
  }

  data.sums[0] = sx;
  data.sums[1] = sy;
  std::copy_n(count, annuli, data.sums.begin() + 2);
}

template void Ep::run(const Class&, Data<double>&, league::Stopwatch&);
