// A list whose nodes the device allocates, adds up and frees again.
#include "checked.cuh"

constexpr int nodes = 10;
struct Node {
  int value;
  Node* next;
};
__device__ Node* first;

__global__ void make() {
  for (int k = 0; k < nodes; ++k) {
    auto* const node = static_cast<Node*>(malloc(sizeof(Node)));
    node->value = k;
    node->next = first;
    first = node;
  }
}
__global__ void add_up(int* sum) {
  int found = 0;
  for (const Node* node = first; node; node = node->next) found += node->value;
  *sum = found;
}
__global__ void discard() {
  while (first) {
    Node* const node = first;
    first = node->next;
    free(node);
  }
}

int main() {
  int* sum = nullptr;
  CHECKED(cudaMalloc(&sum, sizeof(int)));
  make<<<1, 1>>>();
  add_up<<<1, 1>>>(sum);
  discard<<<1, 1>>>();
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  const int got = downloaded(sum, 1)[0];
  CHECKED(cudaFree(sum));
  return answer(got, nodes * (nodes - 1) / 2);
}
