// A polynomial whose coefficients stand in constant memory.
#include "checked.cuh"

constexpr int terms = 8, n = 64;
__constant__ int coefficients[terms];
__device__ int* table;

__global__ void evaluate(int* values) {
  const int x = threadIdx.x % 4;
  int value = 0;
  for (int k = terms; k-- > 0;) value = value * x + table[k];
  values[threadIdx.x] = value + coefficients[0];
}

int main() {
  std::vector<int> numbers(terms), wanted(n);
  for (int k = 0; k < terms; ++k) numbers[k] = k + 1;
  CHECKED(cudaMemcpyToSymbol(coefficients, numbers.data(), terms * sizeof(int)));
  void* place = nullptr;
  CHECKED(cudaGetSymbolAddress(&place, coefficients));
  CHECKED(cudaMemcpyToSymbol(table, &place, sizeof place));
  int* values = nullptr;
  CHECKED(cudaMalloc(&values, n * sizeof(int)));
  evaluate<<<1, n>>>(values);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    for (int k = terms; k-- > 0;) wanted[i] = wanted[i] * (i % 4) + numbers[k];
    wanted[i] += numbers[0];
  }
  return answer(downloaded(values, n), wanted);
}
