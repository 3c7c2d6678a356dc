// cxx.memcpy-in-region
// OpenMP 4.5, section 1.7: memcpy of the base language's library copies the bytes of an object in a
// region as it does outside.
// Observed: the bits of a number, taken and changed in the region, and the number made of them.
// Mutant: ++bits => --bits

#include <cstdint>
#include <cstring>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  double value = 3;
  std::uint64_t seen = 0;
  int on_host = 1;
  #pragma omp target map(tofrom : value, seen, on_host)
  {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    seen = bits;
    ++bits;
    std::memcpy(&value, &bits, sizeof value);
    on_host = omp_is_initial_device();
  }
  std::uint64_t three = 0;
  const double before = 3;
  std::memcpy(&three, &before, sizeof three);
  claim.ran(on_host);
  claim.holds("the bits of 3", seen == three);
  claim.holds("the next number", value > 3 && value < 3.000000000000001);
  return claim.verdict();
}
