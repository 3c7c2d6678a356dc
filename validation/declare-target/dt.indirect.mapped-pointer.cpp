// dt.indirect.mapped-pointer
// OpenMP 5.1, section 7.8.3: a host address of a function with the indirect clause calls the
// device's version in a region, also where the pointer gets there by a map clause.
// Observed: which copy of a declare-target variable the function saw.
// Mutant: indirect =>
// Mutant: n + copy => n - copy

#include "league/claim.hpp"

#pragma omp begin declare target
int copy = 1;
#pragma omp end declare target

#pragma omp begin declare target indirect
int add(int n) { return n + copy; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  copy = 1000;
  int (*function)(int) = add;
  int (*table[2])(int) = {nullptr, add};
  int value[2] = {0, 0};
  int on_host = 1;
  #pragma omp target map(to : function, table) map(from : value, on_host)
  {
    on_host = omp_is_initial_device();
    value[0] = function(20);
    value[1] = table[1](30);
  }
  claim.ran(on_host);
  claim.equal("through the mapped pointer", value[0], 21);
  claim.equal("through the mapped array of pointers", value[1], 31);
  return claim.verdict();
}
