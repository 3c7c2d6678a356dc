// dt.member-functions
// OpenMP 4.5, section 7.8: declare target may enclose a class: its member functions, static ones
// and those that are defined later exist on the device.
// Observed: results of a member function, a static one, one of a template, and a constructor.
// Mutant: return base + x; => return base - x;

#include "league/claim.hpp"

#pragma omp declare target
struct Adder {
  int base;
  explicit Adder(int b);
  int add(int x) const;
  static int twice(int x) { return 2 * x; }
  template <typename T>
  T scaled(T by) const {
    return by * static_cast<T>(base);
  }
};
Adder::Adder(int b) : base(b) {}
int Adder::add(int x) const { return base + x; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  int results[3] = {};
  double scaled = 0;
  int on_host = 1;
  const Adder mapped(30);
  #pragma omp target map(to : mapped) map(from : results, scaled, on_host)
  {
    const Adder made(4);
    results[0] = made.add(3);
    results[1] = mapped.add(3);
    results[2] = Adder::twice(results[0]);
    scaled = made.scaled(0.5);
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("of an object made there", results[0], 7);
  claim.equal("of one that is mapped", results[1], 33);
  claim.equal("a static function", results[2], 14);
  claim.equal("a template", scaled, 2.0);
  return claim.verdict();
}
