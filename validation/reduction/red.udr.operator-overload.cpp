// red.udr.operator-overload
// OpenMP 4.0, section 5.5.11: an operator can name a reduction that the program declares for its
// own class; the original value takes part.
// Observed: the combined object, which began with values other than the neutral ones.
// Mutant: initializer(omp_priv = Money{0, 0}) => initializer(omp_priv = Money{0, 1})

#include "league/claim.hpp"

#pragma omp declare target
struct Money {
  long whole;
  long parts;  // hundredths
  Money& operator+=(const Money& other) {
    parts += other.parts;
    whole += other.whole + parts / 100;
    parts %= 100;
    return *this;
  }
};
#pragma omp end declare target
#pragma omp declare reduction(+ : Money : omp_out += omp_in) initializer(omp_priv = Money{0, 0})

int main() {
  league::Claim claim;
  Money account = {1000, 50};
  Money own{7, 7};
  Money begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : account, own) \
      map(tofrom : account) map(tofrom : on_host, begun)
  for (int i = 0; i < 90; ++i) {
    account += Money{2, 35};
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun.whole, 0L);
  claim.equal("whole part", account.whole, 1000L + 180 + 32);  // 0.50 + 90 * 0.35 = 32.00
  claim.equal("hundredths", account.parts, 0L);
  return claim.verdict();
}
