// dt.global-array-partly-initialised
// OpenMP 4.5, section 7.8.1: a declare-target variable has on the device the value of its
// initialiser; elements that the initialiser leaves out are zero.
// Observed: every element of an array, a constant table and a structure, before and after a store.
// Mutant: numbers[i] += 10 => numbers[i] += 11
// Mutant: {5, 6} => {5, 7}

#include "league/claim.hpp"

struct Record {
  int key[8];
  double weight;
};

#pragma omp declare target
int numbers[16] = {1, 2, 3, 4};
const int table[12] = {5, 6};
Record record = {{7}, 0.5};
#pragma omp end declare target

int main() {
  league::Claim claim;
  int first[16];
  int second[16];
  int looked_up[12];
  int key[8];
  double weight = -1;
  int on_host = 1;
  #pragma omp target map(from : first, second, looked_up, key, weight, on_host)
  {
    on_host = omp_is_initial_device();
    for (int i = 0; i < 16; ++i) first[i] = numbers[i];
    for (int i = 0; i < 16; ++i) second[i] = numbers[i] += 10;
    for (int i = 0; i < 12; ++i) looked_up[i] = table[i];
    for (int i = 0; i < 8; ++i) key[i] = record.key[i];
    weight = record.weight;
  }
  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) claim.equal("element", first[i], i < 4 ? i + 1 : 0);
  for (int i = 0; i < 16; ++i) claim.equal("after the store", second[i], first[i] + 10);
  const int expected[2] = {5, 6};
  for (int i = 0; i < 12; ++i) claim.equal("of the table", looked_up[i], i < 2 ? expected[i] : 0);
  for (int i = 0; i < 8; ++i) claim.equal("of the structure", key[i], i == 0 ? 7 : 0);
  claim.equal("weight", weight, 0.5);
  return claim.verdict();
}
