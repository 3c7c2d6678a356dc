// c.bool
// OpenMP 4.5, section 5.8.1, 5.8.3: variables of type _Bool are scalars; what a region stores in
// one is converted to 0 or 1, mapped or private.
// Observed: values in the region and on the host; the bytes of the mapped array.
// Mutant: map(tofrom : flags) => map(to : flags)
// Mutant: map(from : seen, => map(from : single) map(from : seen,

#include <string.h>

#include "league/claim.h"

int main(void) {
  volatile int four = 4;
  _Bool flags[5] = {0, 1, 0, 1, 0};
  _Bool single = four;
  int seen[3] = {-1, -1, -1};
  int on_host = 1;

  #pragma omp target map(tofrom : flags) map(from : seen, on_host)
  {
    seen[0] = single;
    single = 0;
    seen[1] = (_Bool)0.5;
    for (int i = 0; i < 5; ++i) flags[i] = flags[i] ? 0 : 256 << i;
    seen[2] = flags[0] + flags[2];
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("firstprivate in the region", seen[0], 1);
  league_equal("a fraction converted in the region", seen[1], 1);
  league_equal("sum of two in the region", seen[2], 2);
  league_equal("firstprivate on the host", single, 1);
  unsigned char bytes[sizeof flags];
  memcpy(bytes, flags, sizeof flags);
  for (int i = 0; i < 5; ++i) league_equal("byte", bytes[i], i % 2 == 0);
  return league_verdict();
}
