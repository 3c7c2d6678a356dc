// cxx.std-pair-tuple
// OpenMP 4.5, section 5.8.3: members of std::pair and std::tuple are mapped with the object.
// Observed: values seen in the region, and those it stored.
// Mutant: map(tofrom : pair, tuple) => map(to : pair, tuple)

#include <tuple>
#include <utility>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  std::pair<int, double> pair(4, 0.25);
  std::tuple<char, long long, float> tuple('a', 1LL << 40, 1.5F);
  int on_host = 1;

  #pragma omp target map(tofrom : pair, tuple) map(from : on_host)
  {
    pair.first *= 10;
    pair.second += pair.first;
    std::get<0>(tuple) = static_cast<char>(std::get<0>(tuple) + 2);
    std::get<1>(tuple) += 7;
    std::get<2>(tuple) *= 3.0F;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("pair.first", pair.first, 40);
  claim.equal("pair.second", pair.second, 40.25);
  claim.equal("tuple, char", std::get<0>(tuple), 'c');
  claim.equal("tuple, long long", std::get<1>(tuple), (1LL << 40) + 7);
  claim.equal("tuple, float", std::get<2>(tuple), 4.5F);
  return claim.verdict();
}
