// map.volatile-and-union
// OpenMP 4.5, section 5.8.3: volatile members and unions are copied byte for byte; C lets the
// region read another member than was stored last.
// Observed: the region reads the bits of what the host stored before it poisoned them, and stores
// through yet another member; all come back.
// Mutant: data map(tofrom : s, u) => data map(to : s) map(tofrom : u)
// Mutant: data map(tofrom : s, u) => data map(tofrom : s) map(to : u)

#include <stdint.h>

#include "league/claim.h"

union word {
  uint64_t whole;
  float single[2];
  uint8_t bytes[8];
};
struct device {
  volatile int status;
  union word word;
  volatile short data[3];
};

int main(void) {
  league_needs_separate_memory();
  struct device s = {.status = 5, .word.whole = 0x0123456789abcdef, .data = {0, 100, 200}};
  union word u = {.single = {1.5F, -2.0F}};
  uint64_t seen = 0;
  int on_host = 1;

  #pragma omp target data map(tofrom : s, u)
  {
    s.status = -1;
    s.word.whole = 0;
    for (int i = 0; i < 3; ++i) s.data[i] = -1;
    u.whole = 0;
    #pragma omp target map(tofrom : s, u) map(from : seen, on_host)
    {
      s.status = s.status + 1;
      for (int i = 0; i < 8; ++i) s.word.bytes[i] = (uint8_t)~s.word.bytes[i];
      for (int i = 0; i < 3; ++i) s.data[i] = (short)(s.data[i] + 1);
      seen = u.whole;
      u.single[1] = 4.0F;
      on_host = omp_is_initial_device();
    }
  }

  league_ran(on_host);
  league_equal("volatile member", s.status, 6);
  league_equal("union member", s.word.whole, ~UINT64_C(0x0123456789abcdef));
  for (int i = 0; i < 3; ++i) league_equal("array", s.data[i], 100 * i + 1);
  const union word before = {.single = {1.5F, -2.0F}};
  const union word after = {.single = {1.5F, 4.0F}};
  league_equal("bits the region read", seen, before.whole);
  league_equal("bits on the host", u.whole, after.whole);
  return league_verdict();
}
