// rt.in-region.team-thread-queries
// OpenMP 4.0, section 18.2: in a target region the routines about teams, threads and nesting tell
// what is the case there.
// Observed: their values in the region and in every thread of a parallel region inside it.
// Mutant: #pragma omp parallel num_threads(3) =>
// Mutant: slot[0].level = omp_get_level() => slot[0].level = omp_get_level() + 1

#include "league/claim.hpp"

struct Slot {
  int visits;
  int teams;
  int team;
  int threads;
  int thread;
  int level;
  int parallel;
  int limit;
  int max;
};

int main() {
  league::Claim claim;
  constexpr int most = 64;
  Slot slot[1 + most] = {};  // the region, then a slot for each thread
  int on_host = 1;

  #pragma omp target map(tofrom : slot) map(from : on_host)
  {
    slot[0].teams = omp_get_num_teams();
    slot[0].team = omp_get_team_num();
    slot[0].threads = omp_get_num_threads();
    slot[0].thread = omp_get_thread_num();
    slot[0].level = omp_get_level();
    slot[0].parallel = omp_in_parallel() != 0;
    slot[0].limit = omp_get_thread_limit();
    slot[0].max = omp_get_max_threads();
    #pragma omp parallel num_threads(3)
    {
      const int thread = omp_get_thread_num();
      if (thread >= 0 && thread < most) {
        Slot& mine = slot[1 + thread];
        mine.visits += 1;
        mine.teams = omp_get_num_teams();
        mine.team = omp_get_team_num();
        mine.threads = omp_get_num_threads();
        mine.thread = thread;
        mine.level = omp_get_level();
        mine.parallel = omp_in_parallel() != 0;
      }
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("teams", slot[0].teams, 1);
  claim.equal("team", slot[0].team, 0);
  claim.equal("threads", slot[0].threads, 1);
  claim.equal("thread", slot[0].thread, 0);
  claim.equal("level", slot[0].level, 0);
  claim.equal("in a parallel region", slot[0].parallel, 0);
  claim.holds("thread limit", slot[0].limit >= 1);
  claim.holds("threads at most", slot[0].max >= 1);
  const int threads = slot[1].threads;
  claim.holds("one to three threads", threads >= 1 && threads <= 3);
  for (int i = 0; i < most; ++i) {
    const Slot& one = slot[1 + i];
    claim.equal("visits", one.visits, i < threads ? 1 : 0);
    if (one.visits == 0) continue;
    claim.equal("teams, inside", one.teams, 1);
    claim.equal("team, inside", one.team, 0);
    claim.equal("threads, inside", one.threads, threads);
    claim.equal("level, inside", one.level, 1);
    claim.equal("in a parallel region, inside", one.parallel, threads > 1 ? 1 : 0);
  }
  return claim.verdict();
}
