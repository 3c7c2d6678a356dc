// interop.depend-nowait
// OpenMP 5.1, section 15.9.5: interop with nowait may be deferred, but not begin before the tasks
// that its depend clauses name have ended.
// Observed: a task that takes a while finds the object untouched at its end; it is written after
// the taskwait.
// Where: host
// Mutant: depend(in : data) => depend(in : other)
// Mutant: interop init(targetsync : object) device(0) nowait depend(in : data) => taskwait

#include <unistd.h>

#include <cstring>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  omp_interop_t untouched;
  std::memset(&untouched, 0x5a, sizeof untouched);
  omp_interop_t object = untouched;
  int data = 0;
  int other = 0;
  bool early = false;

  #pragma omp parallel num_threads(2) shared(data, other, object, early)
  #pragma omp single
  {
    #pragma omp task depend(out : data) shared(data, object, early)
    {
      usleep(100000);
      early = object != untouched;
      data = 20;
    }
    #pragma omp interop init(targetsync : object) device(0) nowait depend(in : data)
    #pragma omp taskwait
  }
  claim.equal("value from the task", data + other, 20);
  claim.holds("not written before the task ended", !early);
  claim.holds("written in the end", object != untouched);
  if (object != untouched && object != omp_interop_none) {
    #pragma omp interop destroy(object)
    claim.holds("no object after destroy", object == omp_interop_none);
  }
  return claim.verdict();
}
