// Does an OpenACC region run on a device, and do data clauses carry data both ways?
// Exit: 0 yes, 1 wrong answer, 3 a device exists but the region ran on the host, 77 no device.
#include <openacc.h>

#include <cstdio>

int main() {
  if (acc_get_num_devices(acc_device_not_host) == 0) return 77;
  int on_host = 1;
  #pragma acc parallel copy(on_host)
  on_host = acc_on_device(acc_device_host);

  const int n = 1000;
  double in[n], out[n];
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    out[i] = -1;
  }
  double sum = 0;
  #pragma acc parallel loop copyin(in[0 : n]) copyout(out[0 : n]) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    out[i] = 2 * in[i];
    sum += in[i];
  }
  bool right = sum == 499500;
  for (int i = 0; i < n; ++i) right = right && out[i] == 2 * i;
  std::printf("on the host %d, sum %g\n", on_host, sum);
  if (!right) return 1;
  return on_host ? 3 : 0;
}
