// atom.struct-member-and-array-elem
// OpenMP 4.0, section 15.8.4: members of a structure and elements of an array can be updated
// atomically, without a change to their neighbours.
// Observed: sums of halves, exact; neighbours.
// Mutant: map(tofrom : box) => map(to : box)

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  struct Box {
    double before;
    double sum;
    short small;
    char after;
  };
  const int n = 8000;
  volatile Box box = {-1, 0.5, 10, 'x'};
  volatile float array[5] = {-1, 0, -2, 0, -3};
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel for num_threads(2) schedule(static) map(tofrom : box) \
      map(tofrom : array) map(tofrom : on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    #pragma omp atomic update
    box.sum = box.sum + 0.5 * i * league_one(steps, round);
    #pragma omp atomic update
    box.small = box.small + 2 * league_one(steps, round, 1);
    #pragma omp atomic update
    array[1 + 2 * (i % 2)] = array[1 + 2 * (i % 2)] + 0.25F * league_one(steps, round, 2);
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("double member", box.sum, 0.5 + 0.25 * n * (n - 1));
  claim.equal("short member", box.small, 10 + 2 * n);
  claim.equal("member before", box.before, -1.0);
  claim.equal("member behind", box.after, 'x');
  for (int i = 0; i < 5; ++i)
    claim.equal("element", array[i], i % 2 == 1 ? 0.125F * n : -1.0F - i / 2);
  return claim.verdict();
}
