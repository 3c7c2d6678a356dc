// target.firstprivate.scalar
// OpenMP 4.5, section 5.4.4: a firstprivate scalar begins with the value of the original; what the
// region stores in it stays there.
// Observed: values seen by the region; originals unchanged; they are not looked up among what is
// mapped already.
// Mutant: firstprivate(number, real, letter) => map(tofrom : number, real, letter)
// Mutant: firstprivate(number, real, letter) => map(to : number, real, letter)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int number = -1;
  double real = -1.0;
  char letter = 'x';
  int number_seen = 0;
  double real_seen = 0.0;
  char letter_seen = ' ';
  int on_host = 1;

  #pragma omp target enter data map(to : number, real, letter)
  number = 17;
  real = 0.125;
  letter = 'q';

  #pragma omp target firstprivate(number, real, letter) \
      map(from : number_seen, real_seen, letter_seen, on_host)
  {
    number_seen = number;
    real_seen = real;
    letter_seen = letter;
    number = 0;
    real = 0.0;
    letter = '0';
    on_host = omp_is_initial_device();
  }

  #pragma omp target exit data map(release : number, real, letter)

  claim.ran(on_host);
  claim.equal("integer seen", number_seen, 17);
  claim.equal("real seen", real_seen, 0.125);
  claim.equal("character seen", letter_seen, 'q');
  claim.equal("original integer", number, 17);
  claim.equal("original real", real, 0.125);
  claim.equal("original character", letter, 'q');
  return claim.verdict();
}
