// red.member-of-this
// OpenMP 5.0, section 5.5.8: in a member function a data member can be reduced (5.0 allows members
// as variables, 3.2.1).
// Observed: the member behind the region; another member, which stays.
// Mutant: reduction(+ : sum, => reduction(max : sum,

#include "league/claim.hpp"

struct Account {
  double other;
  double sum;

  int run(int n, double& begun) {
    double own = 7;
    int on_host = 1;
    #pragma omp target teams distribute parallel for reduction(+ : sum, own) \
        map(tofrom : on_host, begun)
    for (int i = 0; i < n; ++i) {
      sum += i;
      if (i == 0) {
        on_host = omp_is_initial_device();
        begun = own;
      }
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  Account account = {7, 1};
  double begun = 7;
  claim.ran(account.run(100, begun));
  claim.equal("a copy begins with", begun, 0.0);
  claim.equal("the sum", account.sum, 1.0 + 4950);
  claim.equal("another member", account.other, 7.0);
  return claim.verdict();
}
