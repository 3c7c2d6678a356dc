// target.many-regions
// OpenMP 4.5, section 13.8: a program may hold many target constructs, here 1000; each execution
// runs the region it belongs to.
// Observed: the value that only that region computes, and where it ran, for each of them; launches.
// Flags: -O0
// Seconds: 120
// Mutant: value * 1000 + kNumber => value * 1000 + 7
// Mutant: map(tofrom : value) => map(to : value)

#include <utility>

#include "league/claim.hpp"

namespace {

constexpr int kRegions = 1000;  // without optimization: compilers take minutes with it
int values[kRegions];
int places[kRegions];

template <int kNumber>
void region() {
  int value = kRegions - kNumber;
  int on_host = 1;

  #pragma omp target map(tofrom : value) map(from : on_host)
  {
    value = value * 1000 + kNumber;
    on_host = omp_is_initial_device();
  }

  values[kNumber] = value;
  places[kNumber] = on_host;
}

template <int... kNumbers>
void all(std::integer_sequence<int, kNumbers...>) {
  void (*const regions[])() = {&region<kNumbers>...};
  for (const auto one : regions) one();
}

}  // namespace

int main() {
  league::Claim claim;
  const auto before = league::counted();
  all(std::make_integer_sequence<int, kRegions>());
  for (int i = 0; i < kRegions; ++i) {
    claim.ran(places[i]);
    claim.equal("value computed by the region", values[i], (kRegions - i) * 1000 + i);
  }
  claim.launched(before, kRegions);
  return claim.verdict();
}
