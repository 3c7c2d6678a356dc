// dt.indirect.pointer-in-structure
// OpenMP 5.1, section 7.8.3: a host address of a function with the indirect clause calls the
// device's version in a region, also where it is a member of a mapped structure.
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

struct Operation {
  int argument;
  int (*function)(int);
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  copy = 1000;
  Operation operation = {20, add};
  int value = 0;
  int on_host = 1;
  #pragma omp target map(to : operation) map(from : value, on_host)
  {
    on_host = omp_is_initial_device();
    value = operation.function(operation.argument);
  }
  claim.ran(on_host);
  claim.equal("through the member", value, 21);
  return claim.verdict();
}
