// map.bitfield-in-whole-struct
// OpenMP 4.5, section 5.8.3: bit-fields of a structure that is mapped as a whole are copied with
// it.
// Observed: the region sees all fields from before the host poisoned them, and all come back.
// Mutant: data map(tofrom : s) => data map(to : s)
// Mutant: data map(tofrom : s) => data map(from : s)

#include "league/claim.hpp"

struct Flags {
  unsigned low : 3;
  int sign : 5;
  unsigned wide : 17;
  unsigned : 0;
  unsigned long long next : 40;
  int plain;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Flags s = {};
  s.low = 5;
  s.sign = -7;
  s.wide = 70000;
  s.next = 1ULL << 33;
  s.plain = 11;
  int on_host = 1;

  #pragma omp target data map(tofrom : s)
  {
    s.low = 0;
    s.sign = 0;
    s.wide = 0;
    s.next = 0;
    s.plain = 0;
    #pragma omp target map(tofrom : s) map(from : on_host)
    {
      s.low += 1;
      s.sign -= 1;
      s.wide += 1;
      s.next += 1;
      s.plain += 1;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("low", static_cast<int>(s.low), 6);
  claim.equal("sign", static_cast<int>(s.sign), -8);
  claim.equal("wide", static_cast<int>(s.wide), 70001);
  claim.equal("next", static_cast<unsigned long long>(s.next), (1ULL << 33) + 1);
  claim.equal("plain", s.plain, 12);
  return claim.verdict();
}
