// cxx.int128
// OpenMP 4.5, section 5.8.3: 128-bit integers, where the compiler has them, can be mapped and
// computed with.
// Observed: both halves of a product and of a quotient.
// Mutant: map(from : product, quotient, on_host) => map(from : on_host)

#include "league/claim.hpp"

#ifdef __SIZEOF_INT128__
using Wide = __int128;
#else
using Wide = long long;  // never run: the claim is skipped
#endif

static long long high(Wide x) { return static_cast<long long>(x / 4294967296LL / 4294967296LL); }
static long long low(Wide x) {
  return static_cast<long long>(x - static_cast<Wide>(high(x)) * 4294967296LL * 4294967296LL);
}

int main() {
  league::Claim claim;
  claim.needs(sizeof(Wide) == 16, "integers of 128 bits");
  Wide x = static_cast<Wide>(1) << 100 / (17 - sizeof(Wide));
  Wide product = 0;
  Wide quotient = 0;
  int on_host = 1;

  #pragma omp target map(to : x) map(from : product, quotient, on_host)
  {
    product = (x + 5) * 3;
    quotient = (x + 12) / 8;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("product, high half", high(product), 3LL << 36);
  claim.equal("product, low half", low(product), 15LL);
  claim.equal("quotient, high half", high(quotient), 1LL << 33);
  claim.equal("quotient, low half", low(quotient), 1LL);
  return claim.verdict();
}
