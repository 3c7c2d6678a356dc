// cxx.bool-char-short-mapping
// OpenMP 4.5, section 5.8.3: objects of small types are mapped with their own size, not more.
// Observed: values both ways, untouched neighbours, bytes that were copied.
// Mutant: map(tofrom : s[1 : 3]) => map(tofrom : s[0 : 5])
// Mutant: map(tofrom : b, c) => map(to : b, c)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  bool b = true;
  signed char c[3] = {-128, 0, 127};
  short s[5] = {1, 2, 3, 4, 5};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : s[1 : 3])
  {
    for (short& one : s) one = -9;
    #pragma omp target map(tofrom : b, c) map(tofrom : s[1 : 3]) map(from : on_host)
    {
      for (int i = 1; i < 4; ++i) s[i] = static_cast<short>(s[i] * 1000);
      for (int i = 0; i < 3; ++i) c[i] = static_cast<signed char>(c[i] / 2);
      b = !b;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("bool", static_cast<int>(b), 0);
  claim.equal("char, lowest", c[0], -64);
  claim.equal("char, zero", c[1], 0);
  claim.equal("char, highest", c[2], 63);
  for (int i = 0; i < 5; ++i) {
    const bool inside = i >= 1 && i < 4;
    claim.equal(inside ? "short" : "guard", s[i], inside ? 1000 * (i + 1) : -9);
  }
  const long mapped = sizeof b + sizeof c + 3 * sizeof(short);
  claim.moved(before, mapped, mapped + static_cast<long>(sizeof on_host));
  return claim.verdict();
}
