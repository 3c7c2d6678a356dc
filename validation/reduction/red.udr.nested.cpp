// red.udr.nested
// OpenMP 4.0, section 5.5.11: a declared reduction over the threads of a team can stand inside one
// over the teams.
// Observed: value and index, where the minimum occurs several times; an emulated device finds no
// race.
// Flags: -O2
// Mutant: least = better(least, part) => least = better(part, part)

#include "league/claim.hpp"

#pragma omp declare target
struct Least {
  int value;
  int index;
};
static Least better(const Least& a, const Least& b) {
  return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}
#pragma omp end declare target
#pragma omp declare reduction(least:Least : omp_out = better(omp_in, omp_out)) \
    initializer(omp_priv = Least{1 << 30, 1 << 30})

int main() {
  league::Claim claim;
  const int rows = 12;
  const int columns = 100;
  int x[rows * columns];
  for (int i = 0; i < rows * columns; ++i) x[i] = 50 + (i * 37) % 101;
  x[471] = x[472] = x[1140] = 7;
  Least least = {1 << 30, 1 << 30};
  Least own = {7, 7};
  int begun[2] = {7, 7};
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();

  #pragma omp target teams distribute reduction(least : least, own) map(tofrom : least) \
      map(to : x) map(tofrom : begun)
  for (int r = 0; r < rows; ++r) {
    Least part = {1 << 30, 1 << 30};
    Least own_part = {7, 7};
    int begun_part = 7;
    #pragma omp parallel for reduction(least : part, own_part)
    for (int c = 0; c < columns; ++c) {
      const int i = r * columns + c;
      part = better(part, Least{x[i], i});
      if (c == 0) begun_part = own_part.value;
    }
    least = better(least, part);
    if (r == 0) {
      begun[0] = own.value;
      begun[1] = begun_part;
    }
  }

  claim.ran(on_host);
  claim.equal("a team's copy begins with", begun[0], 1 << 30);
  claim.equal("a thread's copy begins with", begun[1], 1 << 30);
  claim.equal("the least value", least.value, 7);
  claim.equal("the first index of it", least.index, 471);
  return claim.verdict();
}
