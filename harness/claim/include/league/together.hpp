// What two threads do at the same time, so that what an atomic does for them shows.
//
// This file holds atomic directives: a claim whose `requires` must come before them includes it
// behind that.
#pragma once

#include "league/claim.h"

/// How often each of two threads changes what both do; an even number, smaller where a device is
/// emulated.
#define LEAGUE_ROUNDS (LEAGUE_LOOKS / 600 * 2)

#pragma omp declare target
/// One, after a while: what loads a variable, adds this and stores it without an atomic gives
/// others the time to come between.
inline int league_one() {
  volatile int turns = 0;
  while (turns < LEAGUE_LOOKS / 30000) turns = turns + 1;
  return 1;
}
/// Every twentieth round the threads of a team of two wait for one another, so that they work at
/// the same time even where others want the processors; not without end: who waited for nothing
/// goes on alone.  `steps` is theirs, begins with zeros, and holds how far each is, and whether one
/// gave up.
inline void league_in_step(int (&steps)[3], int round) {
  if (round % 20 != 0 || omp_get_num_threads() != 2) return;
  const int me = omp_get_thread_num();
  int other = 0;
  int alone = 0;
  #pragma omp atomic write
  steps[me] = round + 1;
  for (long look = 0; other <= round && alone == 0; ++look) {
    #pragma omp atomic read
    other = steps[1 - me];
    #pragma omp atomic read
    alone = steps[2];
    if (look == 30L * LEAGUE_LOOKS) {
      #pragma omp atomic write
      steps[2] = 1;
    }
  }
}
#pragma omp end declare target
