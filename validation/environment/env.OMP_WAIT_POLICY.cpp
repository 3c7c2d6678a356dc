// env.OMP_WAIT_POLICY
// OpenMP 4.0, section 21.5 (unchecked): OMP_WAIT_POLICY says whether waiting threads use the
// processor; the display of the environment shows it.
// Observed: the value in the display; a region that works as ever.
// Where: host
// Environment: OMP_WAIT_POLICY=passive OMP_DISPLAY_ENV=-
// Mutant: "OMP_WAIT_POLICY" => "OMP_WAITING_POLICY"

#include "displayed.hpp"
#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const std::string display = displayed();
  const auto place = display.find("OMP_WAIT_POLICY");
  std::string line = place == std::string::npos ? "" : display.substr(place, 40);
  for (char& one : line) one = static_cast<char>(one >= 'a' && one <= 'z' ? one - 'a' + 'A' : one);
  int threads = 0;
  int level = 0;
  #pragma omp parallel num_threads(2) reduction(+ : threads) reduction(max : level)
  {
    threads += 1;
    level = omp_get_level();
  }
  claim.holds("it is displayed as it was set", line.find("PASSIVE") != std::string::npos);
  claim.holds("threads", threads >= 1);
  claim.equal("nesting level", level, 1);
  return claim.verdict();
}
