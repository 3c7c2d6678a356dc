// The best we can do with clauses: as target-data, with as many threads as run at a time, pairs
// down to 2^7 a thread, and sums that meet in the memory of a team instead of in a reduction
// clause.

#include <omp.h>

#include <algorithm>

#include "ep.hpp"
#include "ep_body.hpp"

namespace {

// Four warps, so that registers, some 60 a thread, limit the threads less than in larger teams.
constexpr int team = 128;
constexpr int sums = 2 + Ep::annuli;

}  // namespace

template <typename Real>
void Ep::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  // 2^17 threads are a thousand on each of some 130 multiprocessors, what registers allow.  A
  // thread has at least 2^7 pairs, or finding its place and adding up would count.  Reasoned, not
  // measured.
  const int length_log2 = std::clamp(cls.m - 17, 7, ep::batch_log2);
  const int length = 1 << length_log2;
  const long batches = 1L << (cls.m - length_log2);
  const int teams = int(std::clamp(batches / team, 1L, 1024L));
  double* total = data.sums.data();
  std::fill_n(total, sums, 0.0);

  #pragma omp target data map(tofrom : total[0 : sums])
  {
    watch.start();
    #pragma omp target teams num_teams(teams) thread_limit(team)
    {
      double part[sums][team + 1];  // one more: rows begin in different banks
      #pragma omp allocate(part) allocator(omp_pteam_mem_alloc)
      #pragma omp parallel num_threads(team)
      {
        const int threads = omp_get_num_threads();
        const int self = omp_get_thread_num();
        const long step = long(omp_get_num_teams()) * threads;
        double sx = 0;
        double sy = 0;
        double count[annuli] = {};
        for (long b = long(omp_get_team_num()) * threads + self; b < batches; b += step) {
          std::uint64_t state = ep::state_of_pair(b * length);
          std::uint64_t low = 0;
          std::uint64_t high = 0;
          for (int i = 0; i < length; ++i) {
            const ep::Pair pair = ep::normal_pair(state);
            sx += pair.x;
            sy += pair.y;
            low += pair.mark.low;
            high += pair.mark.high;
            state *= ep::pair_step;
          }
          for (int a = 0; a < annuli; ++a) count[a] += ep::count_of(low, high, a);
        }
        part[0][self] = sx;
        part[1][self] = sy;
        for (int a = 0; a < annuli; ++a) part[2 + a][self] = count[a];
        #pragma omp barrier
        for (int s = self; s < sums; s += threads) {
          double sum = 0;
          for (int t = 0; t < threads; ++t) sum += part[s][t];
          #pragma omp atomic
          total[s] += sum;
        }
      }
    }
    watch.lap("pairs");
    watch.stop();
  }
}

template void Ep::run(const Class&, Data<double>&, league::Stopwatch&);
