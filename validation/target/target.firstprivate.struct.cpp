// target.firstprivate.struct
// OpenMP 4.5, section 5.4.4: a firstprivate structure begins with the members of the original;
// what the region stores in it stays there.
// Observed: each member as the region saw it; the original is unchanged.
// Mutant: firstprivate(record) =>
// Mutant: firstprivate(record) => map(alloc : record)

#include "league/claim.hpp"

struct Record {
  char tag;
  double real;
  int numbers[5];
  struct {
    short low, high;
  } range;
};

int main() {
  league::Claim claim;
  Record record = {'r', 1.5, {2, 3, 5, 7, 11}, {-4, 9}};
  Record seen = {};
  int on_host = 1;

  #pragma omp target firstprivate(record) map(from : seen, on_host)
  {
    seen = record;
    record.tag = '-';
    record.real = -1.0;
    for (int i = 0; i < 5; ++i) record.numbers[i] = -1;
    record.range.low = record.range.high = 0;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const int primes[5] = {2, 3, 5, 7, 11};
  const Record* const both[2] = {&seen, &record};
  for (const Record* one : both) {
    claim.equal("character", one->tag, 'r');
    claim.equal("real", one->real, 1.5);
    for (int i = 0; i < 5; ++i) claim.equal("number", one->numbers[i], primes[i]);
    claim.equal("low end", one->range.low, -4);
    claim.equal("high end", one->range.high, 9);
  }
  return claim.verdict();
}
