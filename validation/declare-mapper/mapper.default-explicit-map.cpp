// mapper.default-explicit-map
// OpenMP 5.0, section 5.8.8: a mapper declared without a name is used for a variable of its type
// in a map clause; its map types and that of the clause together give the direction.
// Observed: with tofrom in the clause, the member that the mapper maps to is seen and not brought
// back, the one it maps from is brought back; with to in the clause, nothing is; bytes each way.
// Mutant: map(to : e.in) => map(tofrom : e.in)
// Mutant: map(tofrom : exchange) => map(to : exchange)
// Mutant: #pragma omp declare mapper(Exchange e) map(to : e.in) map(from : e.out) =>

#include "league/claim.hpp"

struct Exchange {
  int in[4];
  int out[6];
};
#pragma omp declare mapper(Exchange e) map(to : e.in) map(from : e.out)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Exchange exchange = {{1, 2, 3, 4}, {-9, -9, -9, -9, -9, -9}};
  int on_host = 1;
  int sum = 0;
  int second_on_host = 1;

  auto before = league::counted();
  #pragma omp target map(tofrom : exchange) map(from : on_host)
  {
    for (int i = 0; i < 6; ++i) exchange.out[i] = 10 * exchange.in[i % 4];
    for (int i = 0; i < 4; ++i) exchange.in[i] = -1;
    on_host = omp_is_initial_device();
  }
  claim.moved(before, sizeof exchange.in, sizeof exchange.out + sizeof on_host);

  before = league::counted();
  #pragma omp target map(to : exchange) map(from : sum, second_on_host)
  {
    sum = 0;
    for (int i = 0; i < 4; ++i) sum += exchange.in[i];
    for (int i = 0; i < 6; ++i) exchange.out[i] = 77;
    second_on_host = omp_is_initial_device();
  }
  claim.moved(before, sizeof exchange.in, 2 * sizeof(int));

  claim.ran(on_host);
  claim.ran(second_on_host);
  for (int i = 0; i < 4; ++i) claim.equal("in", exchange.in[i], i + 1);
  for (int i = 0; i < 6; ++i) claim.equal("out", exchange.out[i], 10 * (i % 4 + 1));
  claim.equal("sum", sum, 10);
  return claim.verdict();
}
