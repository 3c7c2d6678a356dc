// enter-exit.if
// OpenMP 4.5, section 13.6: target enter data and target exit data with a false if clause leave
// the device data environment as it is.
// Observed: presence behind each of four directives; a region between sees the value from the
// entry that counts; the host receives the result from the exit that counts.
// Mutant: enter data map(to : x) if (off) => enter data map(to : x)
// Mutant: enter data map(to : x) if (target enter data : on) => enter data map(to : x) if (off)
// Mutant: exit data map(from : x) if (off) => exit data map(from : x)
// Mutant: exit data map(from : x) if (target exit data : on) => exit data map(from : x) if (off)

#include "league/claim.hpp"

int main(int argc, char**) {
  league::Claim claim;
  claim.needs_separate_memory();
  const bool on = argc > 0;
  const bool off = argc < 0;
  const int device = omp_get_default_device();
  int x = 1;
  int on_host = 1;

  #pragma omp target enter data map(to : x) if (off)
  claim.holds("absent behind an entry that is off", omp_target_is_present(&x, device) == 0);
  x = 2;
  #pragma omp target enter data map(to : x) if (target enter data : on)
  claim.holds("present behind an entry that is on", omp_target_is_present(&x, device) != 0);
  x = 3;
  #pragma omp target map(tofrom : x) map(from : on_host)
  {
    x *= 10;
    on_host = omp_is_initial_device();
  }
  #pragma omp target exit data map(from : x) if (off)
  claim.holds("present behind an exit that is off", omp_target_is_present(&x, device) != 0);
  claim.equal("x behind an exit that is off", x, 3);
  #pragma omp target exit data map(from : x) if (target exit data : on)
  claim.holds("absent behind an exit that is on", omp_target_is_present(&x, device) == 0);
  claim.equal("x behind an exit that is on", x, 20);
  claim.ran(on_host);
  return claim.verdict();
}
