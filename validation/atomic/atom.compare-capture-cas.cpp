// atom.compare-capture-cas
// OpenMP 5.1, section 15.8.4: atomic compare capture is a compare-and-swap: of all iterations that
// want to replace one value, exactly one does, and the others see its value.
// Observed: the old values that were captured, and the owner at the end.
// Mutant: if (owner == 0) => if (owner == -1)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 300;
  int owner = 0;
  int before[n];
  for (int& one : before) one = -1;
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : owner) map(from : before) \
      map(tofrom : on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic compare capture
    {
      before[i] = owner;
      if (owner == 0) {
        owner = i + 1;
      }
    }
    if (i == 0) on_host = omp_is_initial_device();
  }

  int winners = 0;
  int winner = -1;
  int saw_owner = 0;
  for (int i = 0; i < n; ++i) {
    if (before[i] == 0) {
      ++winners;
      winner = i + 1;
    }
    saw_owner += before[i] == owner;
  }
  claim.ran(on_host);
  claim.equal("winners", winners, 1);
  claim.equal("owner", owner, winner);
  claim.equal("others, who saw the owner", saw_owner, n - 1);
  return claim.verdict();
}
