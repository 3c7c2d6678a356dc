// cxx.union-enum-class
// OpenMP 4.5, section 5.8.3: unions and scoped enumerations are mapped with all their bytes.
// Observed: the bytes of a union behind its active member, and enumerators, both ways.
// Mutant: map(tofrom : box, colour) => map(to : box, colour)

#include "league/claim.hpp"

union Box {
  unsigned char bytes[8];
  unsigned word;
};
enum class Colour : unsigned char { red = 3, green = 200 };

int main() {
  league::Claim claim;
  Box box;
  for (int i = 0; i < 8; ++i) box.bytes[i] = static_cast<unsigned char>(i + 1);
  Colour colour = Colour::red;
  int was_red = -1;
  int on_host = 1;

  #pragma omp target map(tofrom : box, colour) map(from : was_red, on_host)
  {
    for (int i = 0; i < 8; ++i) box.bytes[i] = static_cast<unsigned char>(2 * box.bytes[i]);
    was_red = colour == Colour::red ? 1 : 0;
    colour = Colour::green;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("enumerator seen", was_red, 1);
  claim.equal("enumerator returned", static_cast<int>(colour), 200);
  for (int i = 0; i < 8; ++i) claim.equal("byte of the union", box.bytes[i], 2 * (i + 1));
  return claim.verdict();
}
