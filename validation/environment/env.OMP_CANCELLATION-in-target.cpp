// env.OMP_CANCELLATION-in-target
// OpenMP 4.0, section 21.2.6: with OMP_CANCELLATION=true the cancel construct has its effect; a
// region in which omp_get_cancellation says so keeps to it.
// Observed: statements behind cancel in a worksharing loop, which no thread may reach.
// Environment: OMP_CANCELLATION=true
// Mutant: #pragma omp cancel for => #pragma omp cancel for if(false)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int before[40] = {};
  int behind[40] = {};
  int active = -1;
  int on_host = 1;

  #pragma omp target map(tofrom : before, behind) map(from : active, on_host)
  {
    active = omp_get_cancellation();
    on_host = omp_is_initial_device();
    #pragma omp parallel
    {
      #pragma omp for
      for (int i = 0; i < 40; ++i) {
        ++before[i];
        #pragma omp cancel for
        ++behind[i];
      }
    }
  }

  int ran = 0;
  int went_on = 0;
  for (int i = 0; i < 40; ++i) {
    ran += before[i];
    went_on += behind[i];
  }
  claim.ran(on_host);
  claim.note("cancellation is active in the region", active);
  claim.holds("the host keeps to the variable", omp_get_cancellation() != 0);
  claim.holds("iterations began", ran > 0);
  if (active != 0)
    claim.equal("iterations that went on behind cancel", went_on, 0);
  else
    claim.equal("iterations, where cancel has no effect", went_on, 40);
  return claim.verdict();
}
