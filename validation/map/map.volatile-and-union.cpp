// map.volatile-and-union
// OpenMP 4.5, section 5.8.3: volatile members and unions are copied byte for byte.
// Observed: the region sees the bytes from before the host poisoned them and turns each one over;
// all come back.
// Mutant: data map(tofrom : s, u) => data map(to : s) map(tofrom : u)
// Mutant: data map(tofrom : s, u) => data map(tofrom : s) map(to : u)

#include <cstring>

#include "league/claim.hpp"

union Word {
  unsigned long long whole;
  float single;
};
struct Device {
  volatile int status;
  Word word;
  volatile short data[3];
};

static void turn_over(Word& word) {
  auto* byte = reinterpret_cast<unsigned char*>(&word);
  for (unsigned i = 0; i < sizeof word; ++i) byte[i] = static_cast<unsigned char>(~byte[i]);
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Device s = {};
  s.status = 5;
  s.word.whole = 0x0123456789abcdefULL;
  for (int i = 0; i < 3; ++i) s.data[i] = static_cast<short>(100 * i);
  Word u = {};
  u.single = 1.5F;
  unsigned char bytes[sizeof u];
  std::memcpy(bytes, &u, sizeof u);
  int on_host = 1;

  #pragma omp target data map(tofrom : s, u)
  {
    s.status = -1;
    s.word.whole = 0;
    for (volatile short& one : s.data) one = -1;
    u.whole = 0;
    #pragma omp target map(tofrom : s, u) map(from : on_host)
    {
      s.status = s.status + 1;
      turn_over(s.word);
      for (volatile short& one : s.data) one = static_cast<short>(one + 1);
      turn_over(u);
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("volatile member", static_cast<int>(s.status), 6);
  claim.equal("union member", s.word.whole, ~0x0123456789abcdefULL);
  for (int i = 0; i < 3; ++i) claim.equal("array", static_cast<int>(s.data[i]), 100 * i + 1);
  unsigned char turned[sizeof u];
  std::memcpy(turned, &u, sizeof u);
  for (unsigned i = 0; i < sizeof u; ++i) {
    claim.equal("byte of the union", static_cast<int>(turned[i]), 255 - bytes[i]);
  }
  return claim.verdict();
}
