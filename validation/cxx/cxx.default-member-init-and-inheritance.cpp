// cxx.default-member-init-and-inheritance
// OpenMP 4.5, section 5.8.3: an object is mapped with the members of its bases; objects made in a
// region are initialised as the language says.
// Observed: members of a base and of the derived class both ways; initialisers that ran on the
// device.
// Mutant: map(tofrom : mapped) => map(to : mapped)

#include "league/claim.hpp"

struct First {
  int a = 1;
};
struct Second {
  int b = 2;
  int twice_b() const { return 2 * b; }
};
struct Both : First, Second {
  int c = 3;
  int array[2] = {4, 5};
  explicit Both(int a_) { a = a_; }
  int sum() const { return a + twice_b() + c + array[0] + array[1]; }
};

int main() {
  league::Claim claim;
  Both mapped(10);
  mapped.b = 20;
  int sums[2] = {-1, -1};
  int on_host = 1;

  #pragma omp target map(tofrom : mapped) map(from : sums, on_host)
  {
    const Both made(100);
    sums[0] = made.sum();
    sums[1] = mapped.sum();
    mapped.a += 1;
    mapped.b += 2;
    mapped.c += 3;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("object made in the region", sums[0], 100 + 4 + 3 + 9);
  claim.equal("mapped object", sums[1], 10 + 40 + 3 + 9);
  claim.equal("member of the first base", mapped.a, 11);
  claim.equal("member of the second base", mapped.b, 22);
  claim.equal("own member", mapped.c, 6);
  return claim.verdict();
}
