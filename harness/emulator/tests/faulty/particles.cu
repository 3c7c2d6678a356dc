// Particles of four floats move; what they weigh is packed into bytes behind a header.
#include "checked.cuh"

constexpr int n = 128, header = 8;

__global__ void move(float4* places, const float* speeds, const unsigned char* packed,
                     double* moments, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 place = places[i];
  const float speed = speeds[i];
  place.x += step * speed;
  places[i] = place;
  const int weight = reinterpret_cast<const int*>(packed + header)[i];
  moments[i] = static_cast<double>(weight) * speed;
}

int main() {
  std::vector<float4> places(n, make_float4(1, 2, 3, 4));
  std::vector<float> speeds(n, 2.0f);
  std::vector<unsigned char> packed(header + n * sizeof(int));
  for (int i = 0; i < n; ++i) std::memcpy(&packed[header + i * sizeof(int)], &i, sizeof i);
  float4* const placed = uploaded(places);
  float* moving = nullptr;
  CHECKED(cudaMalloc(&moving, n * sizeof(float)));
  CHECKED(cudaMemcpy(moving, speeds.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  double* moments = nullptr;
  CHECKED(cudaMalloc(&moments, (n + 1) * sizeof(double)));
  move<<<2, n / 2>>>(placed, moving, uploaded(packed), moments, 0.5f);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  std::vector<double> wanted(n);
  for (int i = 0; i < n; ++i) wanted[i] = 2.0 * i;
  return answer(downloaded(moments, n), wanted) + answer(downloaded(placed, n)[n - 1].x, 2.0f);
}
