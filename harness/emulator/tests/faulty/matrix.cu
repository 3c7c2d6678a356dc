// A structure with a pointer goes to the device, what it points to before it.
#include "checked.cuh"

constexpr int rows = 6, columns = 32;
struct Matrix {
  int rows, columns;
  const double* values;
};

__global__ void sum_rows(const Matrix* matrix, double* sums) {
  const int row = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < matrix->columns; ++k) {
    const double value = matrix->values[row * matrix->columns + k];
    sum += value;
  }
  sums[row] = sum;
}

int main() {
  std::vector<double> values(rows * columns), wanted(rows);
  for (int i = 0; i < rows * columns; ++i) wanted[i / columns] += values[i] = i % 5;
  double *there = nullptr, *sums = nullptr;
  CHECKED(cudaMalloc(&there, values.size() * sizeof(double)));
  CHECKED(cudaMalloc(&sums, rows * sizeof(double)));
  CHECKED(cudaMemset(sums, 0, rows * sizeof(double)));
  CHECKED(cudaMemcpy(there, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice));
  const Matrix matrix{rows, columns, there};
  Matrix* const shown = uploaded(std::vector<Matrix>{matrix});
  sum_rows<<<1, rows>>>(shown, sums);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  const std::vector<double> got = downloaded(sums, rows);
  CHECKED(cudaFree(shown));
  CHECKED(cudaFree(there));
  CHECKED(cudaFree(sums));
  return answer(got, wanted);
}
