// req.unified_shared_memory.stack-pointer
// OpenMP 5.0, section 8.2: with unified_shared_memory a region follows pointers to the host's stack
// without any map.
// Observed: a device function walks and changes a linked list whose nodes are local variables.
// Mutant: #pragma omp requires unified_shared_memory =>

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

struct Node {
  int value;
  Node* next;
};
Node* head = nullptr;
#pragma omp declare target link(head)

#pragma omp declare target
int double_all() {
  int count = 0;
  for (Node* node = head; node != nullptr; node = node->next) {
    node->value *= 2;
    ++count;
  }
  return count;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  Node third = {3, nullptr};
  Node second = {2, &third};
  Node first = {1, &second};
  head = &first;
  int count = 0;
  int on_host = 1;

  #pragma omp target map(from : count, on_host)
  {
    on_host = omp_is_initial_device();
    count = double_all();
  }
  claim.ran(on_host);
  claim.equal("nodes found", count, 3);
  claim.equal("first value", first.value, 2);
  claim.equal("second value", second.value, 4);
  claim.equal("third value", third.value, 6);
  return claim.verdict();
}
