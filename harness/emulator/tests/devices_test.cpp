// Several devices, as the driver tells of them: contexts, and a module's globals for each.
#include <cstdlib>
#include <cstring>

#include "verdict.hpp"

extern "C" {
using Address = unsigned long long;
int cuInit(unsigned);
int cuDeviceGetCount(int*);
int cuDeviceGet(int*, int);
int cuDeviceGetUuid(char*, int);
int cuCtxCreate_v2(void**, unsigned, int);
int cuCtxDestroy_v2(void*);
int cuCtxGetDevice(int*);
int cuCtxSetCurrent(void*);
int cuDevicePrimaryCtxRetain(void**, int);
int cuDevicePrimaryCtxRelease_v2(int);
int cuDevicePrimaryCtxGetState(int, unsigned*, int*);
int cuMemcpyHtoD_v2(Address, const void*, std::size_t);
int cuMemcpyDtoH_v2(void*, Address, std::size_t);
int cuMemcpyPeerAsync(Address, void*, Address, void*, std::size_t, void*);
int cuCtxSynchronize();
int cuModuleLoadData(void**, const void*);
int cuModuleGetGlobal_v2(Address*, std::size_t*, void*, const char*);
int cudaGetDeviceCount(int*);
}

using namespace emu::test;

namespace {

constexpr int invalid_device = 101;
const char* const module_text =
    ".version 7.0\n.target sm_30\n.address_size 64\n.visible .global .u32 counter = 5;\n";

/// Where the counter of a module lies that was loaded with this context.
Address counter_of(void* context) {
  void* module = nullptr;
  Address counter = 0;
  std::size_t bytes = 0;
  check(cuCtxSetCurrent(context) == 0, "its context becomes current");
  check(cuModuleLoadData(&module, module_text) == 0, "a module loads");
  check(cuModuleGetGlobal_v2(&counter, &bytes, module, "counter") == 0, "its counter is found");
  return counter;
}

int current() {
  int device = -1;
  check(cuCtxGetDevice(&device) == 0, "a context has a device");
  return device;
}

void primaries() {
  void* context[2] = {};
  Address counter[2] = {};
  for (int device = 0; device < 2; ++device) {
    check(cuDevicePrimaryCtxRetain(&context[device], device) == 0, "a primary context is held");
    counter[device] = counter_of(context[device]);
    check(current() == device, "a context is of its device");
  }
  check(context[0] != context[1], "two devices have two contexts");
  const unsigned seven = 7;
  unsigned told = 0;
  check(cuMemcpyHtoD_v2(counter[1], &seven, sizeof seven) == 0,
        "a write to the counter of the second");
  check(cuMemcpyDtoH_v2(&told, counter[0], sizeof told) == 0 && told == 5,
        "the counter of the first is its own");
  check(
      cuMemcpyPeerAsync(counter[0], context[0], counter[1], context[1], sizeof seven, nullptr) == 0,
      "a copy between devices begins");
  check(cuCtxSynchronize() == 0, "it ends");
  check(cuMemcpyDtoH_v2(&told, counter[0], sizeof told) == 0 && told == 7, "it has arrived");

  int active = -1;
  unsigned flags = 0;
  check(cuDevicePrimaryCtxRelease_v2(1) == 0, "the context of the second is let go");
  check(cuDevicePrimaryCtxGetState(1, &flags, &active) == 0 && active == 0,
        "the second has none now");
  check(cuDevicePrimaryCtxGetState(0, &flags, &active) == 0 && active == 1,
        "the first still has one");
  check(cuCtxSetCurrent(context[1]) != 0, "nobody can use the other");  // it is over
}

void made() {
  void* context = nullptr;
  check(cuCtxCreate_v2(&context, 0, 2) == invalid_device, "no third device has a context");
  check(cuCtxCreate_v2(&context, 0, 1) == 0, "a context of the second is made");
  check(current() == 1, "it is current");
  check(cuCtxDestroy_v2(context) == 0, "it is destroyed");
}

// Hidden as the vendor's are: the driver does not start, the runtime has no device.
int hidden() {
  constexpr int not_initialised = 3, no_device = 100;
  int count = 0;
  check(cuInit(0) == no_device, "the driver finds no device");
  check(cuDeviceGetCount(&count) == not_initialised, "it has not started");
  check(cudaGetDeviceCount(&count) == no_device, "nor does the runtime");
  return result();
}

}  // namespace

int main() {
  if (std::getenv("CUDA_VISIBLE_DEVICES")) return hidden();
  int count = 0;
  check(cuInit(0) == 0, "the driver starts");
  check(cuDeviceGetCount(&count) == 0 && count == 2, "there are two devices");
  check(cudaGetDeviceCount(&count) == 0 && count == 1, "the runtime sees one");
  int device = -1;
  check(cuDeviceGet(&device, 1) == 0 && device == 1, "the second is found");
  check(cuDeviceGet(&device, 2) == invalid_device, "a third is not");
  char first[16], second[16];
  check(cuDeviceGetUuid(first, 0) == 0 && cuDeviceGetUuid(second, 1) == 0,
        "each has an identifier");
  check(std::memcmp(first, second, sizeof first) != 0, "no two are the same");
  primaries();
  made();
  return result();
}
