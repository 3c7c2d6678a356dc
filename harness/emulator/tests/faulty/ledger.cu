// Entries of a ledger under a lock, and the greatest of all by compare and swap.
#include "checked.cuh"

constexpr int blocks = 6, threads = 64;
struct Ledger {
  int lock, entries, balance, greatest;
};

__global__ void enter(Ledger* ledger) {
  const int amount = blockIdx.x + 1;
  if (threadIdx.x == 0) {
    while (atomicCAS(&ledger->lock, 0, 1) != 0) {
    }
    __threadfence();
    ledger->entries += 1;
    ledger->balance += amount;
    __threadfence();
    atomicExch(&ledger->lock, 0);
  }
  const int mine = amount * 100 + static_cast<int>(threadIdx.x);
  int seen = atomicAdd(&ledger->greatest, 0);
  while (seen < mine) {
    const int before = atomicCAS(&ledger->greatest, seen, mine);
    if (before == seen) break;
    seen = before;
  }
}

int main() {
  Ledger* const there = uploaded(std::vector<Ledger>(1));
  enter<<<blocks, threads>>>(there);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  const Ledger got = downloaded(there, 1)[0];
  return answer(got.entries, blocks) + answer(got.balance, blocks * (blocks + 1) / 2) +
         answer(got.greatest, blocks * 100 + threads - 1);
}
