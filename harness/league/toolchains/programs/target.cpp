// Does a region run on a device, and do maps carry data both ways?
// Exit: 0 yes, 1 wrong answer, 3 a device exists but the region ran on the host, 77 no device.
#include <omp.h>

#include <cstdio>

int main() {
  if (omp_get_num_devices() == 0) return 77;
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();

  const int n = 1000;
  double in[n], out[n];
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    out[i] = -1;
  }
  double sum = 0;
  #pragma omp target teams distribute parallel for map(to : in[0 : n]) map(from : out[0 : n]) \
      map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    out[i] = 2 * in[i];
    sum += in[i];
  }
  bool right = sum == 499500;
  for (int i = 0; i < n; ++i) right = right && out[i] == 2 * i;
  std::printf("devices %d, on the host %d, sum %g\n", omp_get_num_devices(), on_host, sum);
  if (!right) return 1;
  return on_host ? 3 : 0;
}
