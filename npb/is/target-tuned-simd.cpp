// The best we can do without memory of a team, which GCC 12 does not have: as target-data, in five
// launches instead of six, with a running sum of two levels and loops shared out to SIMD lanes.
//
// Keys are changed by the threads that count them, counters are cleared by the threads that sum
// them up, and test keys are read when they are looked up.  Numbers of teams are reasoned, not
// measured: teams of 256 threads, eight of which fill a multiprocessor, and no more than run on
// some 130 of these at a time, so that a thread goes on to its next key without a new team.

#include <algorithm>

#include "is.hpp"

namespace {

constexpr int team = 256;
constexpr long most_teams = 1056;
constexpr int run_length = 16;  // counts that one thread sums up: half a cache line

int teams_for(long threads) { return int(std::min((threads + team - 1) / team, most_teams)); }

// Changes two keys and counts all; count starts cleared.
void count_keys(const Is::Class& cls, int iteration, std::int32_t* key, std::uint32_t* count) {
  const long keys = cls.keys();
  const std::int32_t high = cls.range() - iteration;
  #pragma omp target teams distribute parallel for simd num_teams(teams_for(keys)) \
      thread_limit(team)
  for (long i = 0; i < keys; ++i) {
    if (i == iteration) key[i] = iteration;
    if (i == iteration + 10) key[i] = high;
    #pragma omp atomic
    ++count[key[i]];
  }
}

// Sums the counts up in runs and the runs in groups, clears the counts, and looks up how many keys
// are below each test key.
void rank_keys(const Is::Class& cls, const std::int32_t* key, const int* test_index,
               std::uint32_t* count, std::uint32_t* run_sum, std::uint32_t* group_sum,
               std::uint32_t* last, std::uint32_t* found) {
  const int runs = cls.range() / run_length;
  const int group = std::max(1, cls.slice() / 4);
  const int groups = runs / group;
  #pragma omp target teams distribute parallel for simd num_teams(teams_for(runs)) \
      thread_limit(team)
  for (int r = 0; r < runs; ++r) {
    std::uint32_t total = 0;
    for (int k = 0; k < run_length; ++k) total += count[long(r) * run_length + k];
    run_sum[r] = total;
  }
  #pragma omp target teams distribute parallel for simd num_teams(teams_for(groups)) \
      thread_limit(team)
  for (int g = 0; g < groups; ++g) {
    std::uint32_t before = 0;
    for (int r = g * group; r < (g + 1) * group; ++r) {
      const std::uint32_t total = run_sum[r];
      run_sum[r] = before;
      before += total;
    }
    group_sum[g] = before;
  }
  #pragma omp target teams distribute parallel for simd num_teams(teams_for(runs)) \
      thread_limit(team)
  for (int r = 0; r < runs; ++r) {
    std::uint32_t running = run_sum[r];
    for (int g = 0; g < r / group; ++g) running += group_sum[g];
    for (long k = long(r) * run_length; k < long(r + 1) * run_length; ++k) {
      last[k] = running += count[k];
      count[k] = 0;
    }
  }
  #pragma omp target
  for (int t = 0; t < Is::tests; ++t) {
    const std::int32_t test = key[test_index[t]];
    found[t] = test > 0 ? last[test - 1] : 0;
  }
}

}  // namespace

template <typename Real>
void Is::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long keys = cls.keys();
  const long range = cls.range();
  const long runs = range / run_length;
  const int slices = cls.slices();  // there are fewer groups
  const int ranks = tests * cls.niter;
  std::int32_t* key = data.key.data();
  std::uint32_t* last = data.last.data();
  const int* test_index = cls.test_index.data();
  league::vector<std::uint32_t> counts(range, 0);
  league::vector<std::uint32_t> run_sums(runs);
  league::vector<std::uint32_t> group_sums(slices);
  league::vector<std::uint32_t> found_ranks(ranks);
  std::uint32_t* count = counts.data();
  std::uint32_t* run_sum = run_sums.data();
  std::uint32_t* group_sum = group_sums.data();
  std::uint32_t* found = found_ranks.data();

  #pragma omp target data map(to : key[0 : keys], test_index[0 : tests], count[0 : range]) \
      map(from : last[0 : range], found[0 : ranks])                                        \
      map(alloc : run_sum[0 : runs], group_sum[0 : slices])
  {
    // One ranking before the clock starts, as the specification wants it.
    count_keys(cls, 1, key, count);
    rank_keys(cls, key, test_index, count, run_sum, group_sum, last, found);

    watch.start();
    for (int iteration = 1; iteration <= cls.niter; ++iteration) {
      count_keys(cls, iteration, key, count);
      watch.lap("count");
      rank_keys(cls, key, test_index, count, run_sum, group_sum, last,
                found + tests * (iteration - 1));
      watch.lap("rank");
    }
    watch.stop();
  }

  std::copy_n(found, ranks, data.found.begin());
}

template void Is::run(const Class&, Data<double>&, league::Stopwatch&);
