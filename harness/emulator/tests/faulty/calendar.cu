// Days are divided into periods, with remainders in 32 and 64 bits.
#include "checked.cuh"

constexpr int n = 96;
struct Period {
  int days;
  long long seconds;
};

__global__ void divide(const Period* periods, int count, int* out) {
  const int day = threadIdx.x;
  int left = 0;
  for (int k = 0; k < count; ++k) {
    left += day / periods[k].days;
    left += day % periods[k].days;
    const long long second = day * 86400LL;
    left += static_cast<int>(second % periods[k].seconds);
  }
  out[day] = left;
}

int main() {
  const std::vector<Period> periods{{7, 604800}, {30, 2592000}};
  Period* const there = uploaded(periods);
  int* out = nullptr;
  CHECKED(cudaMalloc(&out, n * sizeof(int)));
  divide<<<1, n>>>(there, static_cast<int>(periods.size()), out);
  CHECKED(cudaGetLastError());
  CHECKED(cudaDeviceSynchronize());
  std::vector<int> wanted(n);
  for (int day = 0; day < n; ++day)
    for (const Period& period : periods)
      wanted[day] +=
          day / period.days + day % period.days + static_cast<int>(day * 86400LL % period.seconds);
  return answer(downloaded(out, n), wanted);
}
