// Does a region on a device reach memory of the host that nobody mapped, as it may after requires?
// Exit: 0 yes, 1 wrong answer, 3 a device exists but the region ran on the host, 77 no device.
#include <omp.h>

#include <cstdio>
#include <vector>

#pragma omp requires unified_shared_memory

int main() {
  if (omp_get_num_devices() == 0) return 77;
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();

  std::vector<double> data(1000, 1.0);
  double* p = data.data();
  #pragma omp target teams distribute parallel for
  for (int i = 0; i < 1000; ++i) p[i] += i;
  bool right = true;
  for (int i = 0; i < 1000; ++i) right = right && data[i] == 1.0 + i;
  std::printf("devices %d, on the host %d\n", omp_get_num_devices(), on_host);
  if (!right) return 1;
  return on_host ? 3 : 0;
}
