// target.defaultmap.tofrom-scalar
// OpenMP 4.5, section 5.8.7: defaultmap(tofrom: scalar) has unlisted scalars mapped with type
// tofrom in place of making them firstprivate.
// Observed: the results in several scalars, made from their old values, come back.
// Mutant: defaultmap(tofrom : scalar) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int number = 4;
  double real = 0.5;
  char letter = 'a';
  int on_host = 1;

  #pragma omp target defaultmap(tofrom : scalar)
  {
    number = 10 * number + 2;
    real = real - 2.0;
    letter = static_cast<char>(letter + 2);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("integer", number, 42);
  claim.equal("real", real, -1.5);
  claim.equal("character", letter, 'c');
  return claim.verdict();
}
