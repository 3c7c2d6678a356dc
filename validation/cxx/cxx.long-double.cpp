// cxx.long-double
// OpenMP 4.5, section 5.8.3: a long double is mapped with its value; a device that has no such type
// must not lose digits in silence.
// Observed: a value that needs every digit of the host's type goes there and comes back doubled;
// the digits of the type as the region sees them are noted.
// Mutant: map(tofrom : x) => map(to : x)

#include <cfloat>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const long double last = LDBL_EPSILON;
  long double x = 1.0L + last;
  int digits = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : x) map(from : digits, on_host)
  {
    x = x + x;
    digits = LDBL_MANT_DIG;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.note("binary digits of long double in the region", digits);
  claim.equal("digits on the device and on the host", digits, LDBL_MANT_DIG);
  claim.equal("leading part", static_cast<double>(x), 2.0);
  claim.equal("last digit", static_cast<double>((x - 2.0L) / last), 2.0);
  return claim.verdict();
}
