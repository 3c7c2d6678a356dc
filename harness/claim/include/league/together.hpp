// What two threads do at the same time, so that what an atomic does for them shows.
//
// Chance has no part in it: at marks on their way the threads wait for one another in the midst of
// a statement, between a load and a store that nothing joins.  This file holds directives: a claim
// whose `requires` must come before them includes it behind that.
#pragma once

#include "league/claim.h"

/// How often each of two threads changes what both do; an even number, smaller where a device is
/// emulated.
#define LEAGUE_ROUNDS ((LEAGUE_LOOKS / 3000 + 1) * 2)

#pragma omp declare target
/// Says that this thread has come to a mark, and waits until the other one has come to another; not
/// without end: who waited for nothing goes on alone.  Tells whether they met.  `steps` is theirs,
/// begins with zeros, and holds how far each is, and whether one gave up.  No directive is here,
/// since none may be inside an atomic region; and each access reads and writes at once, since GCC
/// makes plain loads and stores of others on NVIDIA GPUs.
inline bool league_wait(int (&steps)[3], int mine, int others) {
  const int me = omp_get_thread_num();
  bool met = true;
  __atomic_exchange_n(&steps[me], mine, __ATOMIC_RELAXED);
  for (long look = 0; met && __atomic_fetch_or(&steps[1 - me], 0, __ATOMIC_RELAXED) < others;
       ++look) {
    met = __atomic_fetch_or(&steps[2], 0, __ATOMIC_RELAXED) == 0;
    if (look == 600L * LEAGUE_LOOKS) __atomic_exchange_n(&steps[2], 1, __ATOMIC_RELAXED);
  }
  return met;
}
/// Whether the threads of a team of two wait for one another in this round: every two hundredth.
inline bool league_waits(int round) { return round % 200 == 0 && omp_get_num_threads() == 2; }
inline int league_mark(int round, int part) { return 16 * round + part + 1; }

/// One, when the other thread has come as far, to this part (0 to 14) of the round: what loads a
/// variable, adds this and stores it without an atomic loses what the other one added.
inline int league_one(int (&steps)[3], int round, int part = 0) {
  const int mark = league_mark(round, part);
  if (league_waits(round)) league_wait(steps, mark, mark);
  return 1;
}
/// One, as above; but thread 0 waits until the other one has come to the part behind.  Lanes of a
/// wave of AMD have one program counter, and both threads are such lanes: there nobody waits.
inline int league_one_in_turn(int (&steps)[3], int round, int part) {
#ifndef __AMDGCN__
  const int mark = league_mark(round, part);
  if (league_waits(round)) league_wait(steps, mark, omp_get_thread_num() == 0 ? mark + 1 : mark);
#endif
  return 1;
}
/// Between statements: whether both threads are here, and each sees what the other one did.  That
/// counts if nobody gave up in the end.
inline bool league_met(int (&steps)[3], int round, int part) {
  if (!league_waits(round)) return false;
  const int mark = league_mark(round, part);
  #pragma omp flush
  const bool met = league_wait(steps, mark, mark);
  #pragma omp flush
  return met;
}
#pragma omp end declare target
