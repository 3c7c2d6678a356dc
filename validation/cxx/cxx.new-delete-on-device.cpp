// cxx.new-delete-on-device
// OpenMP 4.5, section 4.3: new and delete are usable in a region; what is allocated there lives as
// long as the program says.
// Observed: constructors and destructors that ran, and values stored in the memory.
// Mutant: delete[] counters; => (void)counters;

#include "league/claim.hpp"

struct Counter {
  explicit Counter(int* alive_) : alive(alive_) { ++*alive; }
  ~Counter() { --*alive; }
  int* alive;
};
struct Freed {
  int* seen;
  ~Freed() { ++*seen; }
};
struct Cell {
  int value = 3;
  ~Cell() { value = 0; }
};

int main() {
  league::Claim claim;
  int sum = 0;
  int alive[2] = {-9, -9};
  int freed = 0;
  int on_host = 1;

  #pragma omp target map(from : sum, alive, freed, on_host)
  {
    int count = 0;
    int* const numbers = new int[10];
    Cell* const cells = new Cell[10];
    Counter* const one = new Counter(&count);
    int deleted = 0;
    Freed* const counters = new Freed[3]{{&deleted}, {&deleted}, {&deleted}};
    for (int i = 0; i < 10; ++i) numbers[i] = i * i;
    sum = 0;
    for (int i = 0; i < 10; ++i) sum += numbers[i] + cells[i].value;
    alive[0] = count;
    delete one;
    alive[1] = count;
    delete[] counters;
    freed = deleted;
    delete[] cells;
    delete[] numbers;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum of what was stored", sum, 285 + 30);
  claim.equal("objects after new", alive[0], 1);
  claim.equal("objects after delete", alive[1], 0);
  claim.equal("destructors run by delete[]", freed, 3);
  return claim.verdict();
}
