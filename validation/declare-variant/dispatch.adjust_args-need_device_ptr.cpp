// dispatch.adjust_args-need_device_ptr
// OpenMP 5.1, section 7.5.2: with adjust_args(need_device_ptr: p) the variant that dispatch calls
// gets the address of the mapped copy instead of the host's.
// Observed: the pointer that the variant got; a region that it passes the pointer on to.
// Mutant: need_device_ptr : data => nothing : data

#include "league/claim.hpp"

static int* received = nullptr;
static int on_host = 1;

void on_device_memory(int* data, int* untouched) {
  received = data;
  *untouched = 5;
  int here = 1;
  #pragma omp target is_device_ptr(data) map(from : here)
  {
    here = omp_is_initial_device();
    data[0] += 40;
  }
  on_host = here;
}
#pragma omp declare variant(on_device_memory) match(construct = {dispatch}) \
    adjust_args(need_device_ptr : data)
void on_host_memory(int* data, int* untouched) {
  received = data;
  *untouched = 6;
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int array[1] = {2};
  int other = 0;
  int* data = array;

  #pragma omp target data map(tofrom : data[0 : 1])
  {
    array[0] = -1;
    int* address = nullptr;
    #pragma omp target data use_device_ptr(data)
    address = data;
    #pragma omp dispatch
    on_host_memory(data, &other);
    claim.equal("pointer the variant got", received, address);
    claim.equal("host's element while mapped", array[0], -1);
  }
  claim.ran(on_host);
  claim.equal("argument that is not adjusted", other, 5);
  claim.equal("element brought back", array[0], 42);
  return claim.verdict();
}
