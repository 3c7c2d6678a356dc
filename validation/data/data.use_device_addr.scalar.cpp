// data.use_device_addr.scalar
// OpenMP 5.0, section 5.4.10: in a construct with use_device_addr, the address of a mapped
// variable is its device address.
// Observed: the address inside; a region that stores through it changes the mapped copy.
// Mutant: target data use_device_addr(x) => target data map(to : y)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 1;
  int y = 0;
  int* address = &y;
  int on_host = 1;

  #pragma omp target data map(tofrom : x)
  {
    x = -1000;
    #pragma omp target data use_device_addr(x)
    {
      address = &x;
      #pragma omp target is_device_ptr(address) map(from : on_host)
      {
        *address += 10;
        on_host = omp_is_initial_device();
      }
    }
  }

  claim.ran(on_host);
  claim.holds("inside it is not the host's address", address != &x);
  claim.holds("inside it is another address than before", address != &y);
  claim.equal("x", x, 11);
  return claim.verdict();
}
