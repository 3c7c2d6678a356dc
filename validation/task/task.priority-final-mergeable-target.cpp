// task.priority-final-mergeable-target
// OpenMP 4.5, section 12.3: tasks with priority, final and mergeable can execute target regions; in
// a final task the host knows that it is final.
// Observed: results of the regions in each kind of task, seen behind taskwait; whether the task was
// final.
// Mutant: final(true) => final(false)
// Mutant: map(tofrom : a[2 : 1]) => map(to : a[2 : 1])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int a[3] = {1, 2, 3};
  int on_host[3] = {1, 1, 1};
  int is_final = -1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task priority(3)
    {
      #pragma omp target map(tofrom : a[0 : 1]) map(from : on_host[0 : 1])
      {
        a[0] += 100;
        on_host[0] = omp_is_initial_device();
      }
    }

    #pragma omp task final(true)
    {
      is_final = omp_in_final();
      #pragma omp target map(tofrom : a[1 : 1]) map(from : on_host[1 : 1])
      {
        a[1] += 200;
        on_host[1] = omp_is_initial_device();
      }
    }

    #pragma omp task mergeable
    {
      #pragma omp target map(tofrom : a[2 : 1]) map(from : on_host[2 : 1])
      {
        a[2] += 300;
        on_host[2] = omp_is_initial_device();
      }
    }

    #pragma omp taskwait
    for (int i = 0; i < 3; ++i) claim.equal("result behind taskwait", a[i], 100 * (i + 1) + i + 1);
  }

  for (const int where : on_host) claim.ran(where);
  claim.equal("in the final task", is_final != 0 ? 1 : 0, 1);
  return claim.verdict();
}
