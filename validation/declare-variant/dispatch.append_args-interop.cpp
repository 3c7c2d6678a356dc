// dispatch.append_args-interop
// OpenMP 5.1, section 7.5.3: with append_args(interop(target)) the variant that dispatch calls gets
// a further argument, an interoperability object.
// Observed: the variant is called, and its last argument is an object with a device, or none where
// there is no foreign runtime.
// Where: host
// Mutant: #pragma omp dispatch =>

#include "league/claim.hpp"

static int device = -2;

int with_object(int n, omp_interop_t object) {
  int error = 0;
  device = -3;
  if (object != omp_interop_none)
    device = int(omp_get_interop_int(object, omp_ipr_device_num, &error));
  return 20 + n;
}
#pragma omp declare variant(with_object) match(construct = {dispatch}) append_args(interop(target))
int base(int n) { return 10 + n; }

int main() {
  league::Claim claim;
  int value = 0;
  #pragma omp dispatch device(0)
  value = base(3);
  claim.equal("value of the call", value, 23);
  claim.holds("device of the object, or no object", device == 0 || device == -3);
  return claim.verdict();
}
