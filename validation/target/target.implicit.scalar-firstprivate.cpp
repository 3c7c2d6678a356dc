// target.implicit.scalar-firstprivate
// OpenMP 4.5, section 5.8.1: a scalar that a target region uses without listing it is
// firstprivate.
// Observed: the region sees values of several types; what it stores does not come back.
// Mutant: omp target map(from => omp target defaultmap(tofrom : scalar) map(from

#include "league/claim.hpp"

enum class Colour { red, green, blue };

int main() {
  league::Claim claim;
  int number = 3;
  unsigned long long wide = 1ULL << 40;
  double real = 0.75;
  bool flag = true;
  Colour colour = Colour::green;
  int seen = 0;
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    seen = number == 3 && wide == 1ULL << 40 && real == 0.75 && flag && colour == Colour::green;
    number = 30;
    wide = 0;
    real = -1.0;
    flag = false;
    colour = Colour::blue;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("the region saw all values", seen, 1);
  claim.equal("integer", number, 3);
  claim.equal("wide integer", wide, 1ULL << 40);
  claim.equal("real", real, 0.75);
  claim.holds("logical value", flag);
  claim.holds("enumerator", colour == Colour::green);
  return claim.verdict();
}
