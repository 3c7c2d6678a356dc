// What threads do at the same time, so that what an atomic does for them shows.
//
// This file holds atomic directives: a claim whose `requires` must come before them includes it
// behind that.
#pragma once

#include "league/claim.h"

/// How often a thread changes a variable that others change at the same time; an even number.
#define LEAGUE_ROUNDS (LEAGUE_LOOKS / 60 * 2)

#pragma omp declare target
/// Threads wait here, but not without end, until there are `all` of them: `arrived` counts them.
inline void league_meet(int* arrived, int all) {
  int here = 0;
  #pragma omp atomic capture
  here = ++*arrived;
  for (long look = 0; look < 4L * LEAGUE_LOOKS && here < all; ++look) {
    #pragma omp atomic read
    here = *arrived;
  }
}
#pragma omp end declare target
