// cxx.moved-from
// OpenMP 5.0, section 1.7: objects can be moved in a target region, by constructor and assignment.
// Observed: what the new owner holds and what was left in the old one.
// Mutant: other.value = -1; => other.value = -2;

#include <utility>

#include "league/claim.hpp"

#pragma omp declare target
struct Owner {
  int value;
  explicit Owner(int v) : value(v) {}
  Owner(Owner&& other) noexcept : value(other.value) { other.value = -1; }
  Owner& operator=(Owner&& other) noexcept {
    value = other.value;
    other.value = -1;
    return *this;
  }
};
static Owner passed_on(Owner one) { return one; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  int held[3] = {};
  int left[3] = {};
  int on_host = 1;
  #pragma omp target map(from : held, left, on_host)
  {
    Owner a(7);
    Owner b(std::move(a));
    held[0] = b.value;
    left[0] = a.value;
    a = std::move(b);
    held[1] = a.value;
    left[1] = b.value;
    const Owner c = passed_on(std::move(a));
    held[2] = c.value;
    left[2] = a.value;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (const int one : held) claim.equal("what the new owner holds", one, 7);
  for (const int one : left) claim.equal("what is left in the old one", one, -1);
  return claim.verdict();
}
