// par.sections-nested-in-target
// OpenMP 4.0, section 11.3: each section of a sections construct is executed once by the team,
// and all are done at its end.
// Observed: executions of five sections; a sixth reads what they left, behind the construct.
// Mutant: #pragma omp sections => #pragma omp parallel sections

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 4;
  int runs[5] = {};
  int found[room] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : runs, found, threads, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp sections
    {
      #pragma omp section
      {
        #pragma omp atomic
        runs[0] += 1;
      }
      #pragma omp section
      {
        #pragma omp atomic
        runs[1] += 2;
      }
      #pragma omp section
      {
        #pragma omp atomic
        runs[2] += 3;
      }
      #pragma omp section
      {
        #pragma omp atomic
        runs[3] += 4;
      }
      #pragma omp section
      {
        #pragma omp atomic
        runs[4] += 5;
      }
    }
    for (int i = 0; i < 5; ++i) {
      int one;
      #pragma omp atomic read
      one = runs[i];
      found[thread] += one;
    }
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= room);
  for (int i = 0; i < 5; ++i) claim.equal("effect of a section", runs[i], i + 1);
  for (int i = 0; i < threads; ++i) claim.equal("sum behind the construct", found[i], 15);
  return claim.verdict();
}
