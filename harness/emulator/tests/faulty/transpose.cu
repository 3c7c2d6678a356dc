// A matrix is turned by tiles in shared memory.
#include "checked.cuh"

constexpr int rows = 70, columns = 50, side = 16;

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[side][side + 1];
  const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();
  const int to_x = blockIdx.y * side + threadIdx.x, to_y = blockIdx.x * side + threadIdx.y;
  if (to_x < rows && to_y < columns) {
    const float value = tile[threadIdx.x][threadIdx.y];
    out[to_y * rows + to_x] = value + 1;
  }
}

int main() {
  std::vector<float> in(rows * columns), wanted(rows * columns);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      wanted[x * rows + y] = (in[y * columns + x] = y * columns + x) + 1;
  float* const there = uploaded(in);
  float* out = nullptr;
  CHECKED(cudaMalloc(&out, rows * columns * sizeof(float)));
  const dim3 grid((columns + side - 1) / side, (rows + side - 1) / side);
  transpose<<<grid, dim3(side, side)>>>(there, out);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  return answer(downloaded(out, rows * columns), wanted);
}
