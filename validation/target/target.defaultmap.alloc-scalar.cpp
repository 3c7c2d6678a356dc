// target.defaultmap.alloc-scalar
// OpenMP 5.0, section 5.8.7: defaultmap(alloc: scalar) gives unlisted scalars storage on the device
// without copying them in either direction; where one is present already, its copy is used.
// Observed: the storage is usable; the originals keep what they had; what is seen of a present one.
// Mutant: defaultmap(alloc : scalar) =>
// Mutant: defaultmap(alloc : scalar) => defaultmap(tofrom : scalar)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 5;
  double y = 0.5;
  double made = -1;
  int present_seen = -1;
  int on_host[2] = {1, 1};
  const auto before = league::counted();

  #pragma omp target defaultmap(alloc : scalar) map(from : made, on_host[0 : 1])
  {
    x = 12;
    y = 0.25;
    made = x * y;
    on_host[0] = omp_is_initial_device();
  }

  claim.moved(before, 0, sizeof made + sizeof on_host[0]);
  claim.equal("product made on the device", made, 3.0);
  claim.equal("original integer", x, 5);
  claim.equal("original number", y, 0.5);

  #pragma omp target enter data map(to : x)
  x = 7;  // a firstprivate copy would be made from this one

  #pragma omp target defaultmap(alloc : scalar) map(from : present_seen, on_host[1 : 1])
  {
    present_seen = x;
    on_host[1] = omp_is_initial_device();
  }

  #pragma omp target exit data map(release : x)

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  claim.equal("value seen while it is present", present_seen, 5);
  claim.equal("original while it is present", x, 7);
  return claim.verdict();
}
