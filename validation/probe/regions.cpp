// The regions themselves, each written out, with and without clauses that ask for a shape.
#include "regions.hpp"

#include <omp.h>

#include "hardware.hpp"

namespace probe {
namespace {

#pragma omp declare target
void look(Seen& who) {
  who.team = omp_get_team_num();
  who.teams = omp_get_num_teams();
  who.thread = omp_get_thread_num();
  who.threads = omp_get_num_threads();
  who.block = hardware_block();
  who.warp = hardware_warp();
  mark_hardware_lane(who.lanes);
}
#pragma omp end declare target

void teams(Seen* seen) {
  #pragma omp target teams map(tofrom : seen[0 : iterations])
  if (omp_get_team_num() < iterations) look(seen[omp_get_team_num()]);
}

void teams_asked(Seen* seen) {
  #pragma omp target teams num_teams(8) thread_limit(64) map(tofrom : seen[0 : iterations])
  if (omp_get_team_num() < iterations) look(seen[omp_get_team_num()]);
}

void parallel(Seen* seen) {
  #pragma omp target parallel map(tofrom : seen[0 : iterations])
  if (omp_get_thread_num() < iterations) look(seen[omp_get_thread_num()]);
}

void teams_parallel(Seen* seen) {
  #pragma omp target teams map(tofrom : seen[0 : iterations])
  {
    #pragma omp parallel
    {
      const int entry = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
      if (entry < iterations) look(seen[entry]);
    }
  }
}

void teams_distribute(Seen* seen) {
  #pragma omp target teams distribute map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; ++i) look(seen[i]);
}

void split_two_levels(Seen* seen) {
  #pragma omp target teams distribute map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; i += 64) {
    #pragma omp parallel for
    for (int j = i; j < i + 64; ++j) look(seen[j]);
  }
}

void split_two_levels_asked(Seen* seen) {
  #pragma omp target teams distribute num_teams(8) thread_limit(64) \
      map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; i += 64) {
    #pragma omp parallel for
    for (int j = i; j < i + 64; ++j) look(seen[j]);
  }
}

void split_three_levels(Seen* seen) {
  #pragma omp target teams distribute map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; i += 512) {
    #pragma omp parallel for
    for (int j = i; j < i + 512; j += 32) {
      #pragma omp simd
      for (int k = j; k < j + 32; ++k) look(seen[k]);
    }
  }
}

void combined(Seen* seen) {
  #pragma omp target teams distribute parallel for map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; ++i) look(seen[i]);
}

void combined_asked(Seen* seen) {
  #pragma omp target teams distribute parallel for num_teams(8) thread_limit(64) \
      map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; ++i) look(seen[i]);
}

void combined_simd(Seen* seen) {
  #pragma omp target teams distribute parallel for simd map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; ++i) look(seen[i]);
}

void combined_simdlen(Seen* seen) {
  #pragma omp target teams distribute parallel for simd simdlen(8) \
      map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; ++i) look(seen[i]);
}

#ifdef PROBE_LOOP
void teams_loop(Seen* seen) {
  #pragma omp target teams loop map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; ++i) look(seen[i]);
}

void teams_loop_asked(Seen* seen) {
  #pragma omp target teams loop num_teams(8) thread_limit(64) map(tofrom : seen[0 : iterations])
  for (int i = 0; i < iterations; ++i) look(seen[i]);
}
#endif

// Sums.  The first number is so large that adding one to it changes nothing; the others are one.
// A lane that holds the large number loses its ones, the other lanes keep theirs, so the sum tells
// how many lanes there were.  Reassociation is what `reduction` allows: nothing here is undefined.

float sum_plain(const float* numbers) {
  float sum = 0;
  #pragma omp target map(to : numbers[0 : terms]) map(tofrom : sum)
  for (int i = 0; i < terms; ++i) sum += numbers[i];
  return sum;
}

float sum_simd(const float* numbers) {
  float sum = 0;
  #pragma omp target map(to : numbers[0 : terms]) map(tofrom : sum)
  {
    float lanes = 0;
    #pragma omp simd reduction(+ : lanes)
    for (int i = 0; i < terms; ++i) lanes += numbers[i];
    sum = lanes;
  }
  return sum;
}

float sum_simdlen(const float* numbers) {
  float sum = 0;
  #pragma omp target map(to : numbers[0 : terms]) map(tofrom : sum)
  {
    float lanes = 0;
    #pragma omp simd simdlen(4) reduction(+ : lanes)
    for (int i = 0; i < terms; ++i) lanes += numbers[i];
    sum = lanes;
  }
  return sum;
}

float sum_simd_in_thread(const float* numbers) {
  float sum = 0;
  #pragma omp target teams distribute num_teams(1) map(to : numbers[0 : terms]) map(tofrom : sum)
  for (int team = 0; team < 1; ++team) {
    #pragma omp parallel for
    for (int thread = 0; thread < 1; ++thread) {
      float lanes = 0;
      #pragma omp simd reduction(+ : lanes)
      for (int i = 0; i < terms; ++i) lanes += numbers[i];
      sum = lanes;
    }
  }
  return sum;
}

}  // namespace

std::vector<Region> regions() {
  const std::string asked = "num_teams(8) thread_limit(64)";
  return {
      {"teams", "", false, teams},
      {"teams", asked, false, teams_asked},
      {"parallel", "", false, parallel},
      {"teams > parallel", "", false, teams_parallel},
      {"teams distribute", "", true, teams_distribute},
      {"teams distribute > parallel for", "", true, split_two_levels},
      {"teams distribute > parallel for", asked, true, split_two_levels_asked},
      {"teams distribute > parallel for > simd", "", true, split_three_levels},
      {"teams distribute parallel for", "", true, combined},
      {"teams distribute parallel for", asked, true, combined_asked},
      {"teams distribute parallel for simd", "", true, combined_simd},
      {"teams distribute parallel for simd", "simdlen(8)", true, combined_simdlen},
#ifdef PROBE_LOOP
      {"teams loop", "", true, teams_loop},
      {"teams loop", asked, true, teams_loop_asked},
#endif
  };
}

std::vector<LaneSum> lane_sums() {
  return {
      {"target", "", sum_plain},
      {"target > simd", "", sum_simd},
      {"target > simd", "simdlen(4)", sum_simdlen},
      {"teams distribute > parallel for > simd", "", sum_simd_in_thread},
  };
}

}  // namespace probe
