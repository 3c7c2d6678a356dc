// task.depobj-init
// OpenMP 6.0, section 5.6, 17.9.3: the init clause makes a depend object.
// Observed: a task on the device waits for the task before it.
// Mutant: value = 8 => value = 9
// Mutant: seen = value => seen = value + 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_depend_t object;
  int value = 0;
  int seen = -1;
  int on_host = 1;
  #pragma omp depobj init(in, depend : object, value)
  #pragma omp parallel num_threads(2)
  #pragma omp single
  {
    #pragma omp task depend(out : value) shared(value)
    value = 8;
    #pragma omp task depend(depobj : object) shared(value, seen, on_host)
    {
      #pragma omp target map(to : value) map(from : seen, on_host)
      {
        seen = value;
        on_host = omp_is_initial_device();
      }
    }
  }
  #pragma omp depobj(object) destroy
  claim.ran(on_host);
  claim.equal("seen", seen, 8);
  return claim.verdict();
}
