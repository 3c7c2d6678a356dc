// dt.class-static-member
// OpenMP 4.5, section 7.8.1: a static data member may be a declare-target variable and then has a
// copy on the device.
// Observed: member functions see the device's copy in a region and the host's on the host.
// Mutant: #pragma omp declare target to(Account::balance) =>

#include "league/claim.hpp"

struct Account {
  static int balance;
  static int add(int n) { return balance += n; }
};
int Account::balance = 7;
#pragma omp declare target to(Account::balance)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Account::balance = 100;
  int seen = 0;
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    on_host = omp_is_initial_device();
    seen = Account::add(5);
  }
  claim.ran(on_host);
  claim.equal("balance on the device", seen, 12);
  claim.equal("balance on the host", Account::add(1), 101);
  #pragma omp target update from(Account::balance)
  claim.equal("balance after the update", Account::balance, 12);
  return claim.verdict();
}
