// task.detach-with-target
// OpenMP 5.0, section 12.5.2: a task with detach is complete when its event has been fulfilled,
// and not when its statements are done; a target region that depends on it begins only then.
// Observed: the region sees what is stored after the task's statements, before the event is
// fulfilled.
// Mutant: target nowait depend(in : gate) => target nowait
// Mutant: detach(event) => firstprivate(event)

#include "league/claim.hpp"

#pragma omp declare target
int never = 0;

// Takes a while: what does not wait for it comes too early.
inline void linger(int steps) {
  unsigned s = 1;
  for (int i = 0; i < steps; ++i) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
  }
  if (s == 0) ++never;  // it never is, but that is hard to see
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  int gate = 0;
  int value = 1;
  int seen = -1;
  int on_host = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    omp_event_handle_t event{};

    #pragma omp task detach(event) depend(out : gate) shared(gate)
    gate = 1;

    // A task of its own: where nowait defers nothing, this thread waits at the region.
    #pragma omp task firstprivate(event) shared(value)
    {
      linger(80000000);
      value = 8;
      omp_fulfill_event(event);
    }

    #pragma omp target nowait depend(in : gate) map(to : value) map(from : seen, on_host)
    {
      seen = value;
      on_host = omp_is_initial_device();
    }

    #pragma omp taskwait
  }

  claim.ran(on_host);
  claim.equal("value seen by the region", seen, 8);
  claim.equal("the task was executed", gate, 1);
  return claim.verdict();
}
