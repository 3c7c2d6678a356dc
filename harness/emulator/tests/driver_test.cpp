// The driver's interface: contexts, modules, the linker, launches, copies, errors.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include "verdict.hpp"

extern "C" {
using Address = unsigned long long;
int cuInit(unsigned);
int cuDeviceGetCount(int*);
int cuDeviceGet(int*, int);
int cuDeviceGetAttribute(int*, int, int);
int cuCtxCreate_v2(void**, unsigned, int);
int cuCtxDestroy_v2(void*);
int cuCtxPopCurrent_v2(void**);
int cuCtxPushCurrent_v2(void*);
int cuCtxGetCurrent(void**);
int cuCtxSynchronize();
int cuDevicePrimaryCtxRetain(void**, int);
int cuDevicePrimaryCtxRelease_v2(int);
int cuCtxSetCurrent(void*);
int cuMemAlloc_v2(Address*, std::size_t);
int cuMemFree_v2(Address);
int cuMemGetAddressRange_v2(Address*, std::size_t*, Address);
int cuMemcpyHtoD_v2(Address, const void*, std::size_t);
int cuMemcpyDtoH_v2(void*, Address, std::size_t);
int cuMemcpyDtoHAsync_v2(void*, Address, std::size_t, void*);
int cuMemsetD32Async(Address, unsigned, std::size_t, void*);
int cuModuleLoadDataEx(void**, const void*, unsigned, void*, void*);
int cuModuleUnload(void*);
int cuModuleGetFunction(void**, void*, const char*);
int cuModuleGetGlobal_v2(Address*, std::size_t*, void*, const char*);
int cuLinkCreate_v2(unsigned, void*, void*, void**);
int cuLinkAddData_v2(void*, int, void*, std::size_t, const char*, unsigned, void*, void*);
int cuLinkComplete(void*, void**, std::size_t*);
int cuLinkDestroy(void*);
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void*, void**, void**);
int cuLaunchKernelEx(const void*, void*, void**, void**);
int cuFuncGetAttribute(int*, int, void*);
int cuOccupancyMaxPotentialBlockSize(int*, int*, void*, std::size_t (*)(int), std::size_t, int);
int cuStreamCreate(void**, unsigned);
int cuStreamSynchronize(void*);
int cuStreamWaitEvent(void*, void*, unsigned);
int cuStreamQuery(void*);
int cuEventQuery(void*);
int cuStreamDestroy_v2(void*);
int cuStreamSynchronize_ptsz(void*);
int cuStreamAddCallback_ptsz(void*, void (*)(void*, int, void*), void*, unsigned);
int cuMemsetD32Async_ptsz(Address, unsigned, std::size_t, void*);
int cuMemcpyDtoH_v2_ptds(void*, Address, std::size_t);
int cuStreamAddCallback(void*, void (*)(void*, int, void*), void*, unsigned);
int cuEventCreate(void**, unsigned);
int cuEventRecord(void*, void*);
int cuEventSynchronize(void*);
int cuEventDestroy_v2(void*);
int cuGetErrorName(int, const char**);
int cuGetProcAddress_v2(const char*, void**, int, unsigned long, int*);
int cuGetExportTable(const void**, const void*);
int cuLibraryLoadData(void**, const void*, void*, void*, unsigned, void*, void*, unsigned);
int cuLibraryGetKernel(void**, void*, const char*);
int cuKernelGetFunction(void**, void*);
int cuLibraryUnload(void*);
int cudaGetLastError();
int cudaMemcpy(void*, const void*, std::size_t, int);
unsigned long gpu_emulator_findings();
}

using namespace emu::test;

namespace {

// Two modules: each has a local function `twice` and a local variable `own`; the second defines
// what the first calls, and a weak function that gives way to the first's.
const char* const first_unit = R"(.version 7.0
.target sm_30
.address_size 64
.extern .func (.param .u32 %value_out) from_the_other (.param .u32 %in_ar0);
.extern .global .u32 shared_by_all;
.extern .const .align 4 .u32 table[];
.global .u32 own = 5;
.visible .func (.param .u32 %value_out) chosen
{
.reg .u32 %value;
mov.u32 %value,100;
st.param.u32 [%value_out],%value;
ret;
}
.func (.param .u32 %value_out) twice (.param .u32 %in_ar0)
{
.reg .u32 %a;
ld.param.u32 %a,[%in_ar0];
add.u32 %a,%a,%a;
st.param.u32 [%value_out],%a;
ret;
}
.visible .entry answer (.param .u64 out)
{
.reg .u64 %to;
.reg .u32 %x;
.reg .u32 %y;
.reg .v2 .u32 %pair;
.reg .u64 %at;
.reg .u32 %of_table;
ld.param.u64 %to,[out];
ld.global.u32 %x,[own];
{
.param .u32 %value_in;
.param .u32 %P<1>;
st.param.u32 [%P0],%x;
call (%value_in),twice,(%P0);
ld.param.u32 %x,[%value_in];
}
{
.param .u32 %value_in;
.param .u32 %out_arg1;
st.param.u32 [%out_arg1],%x;
call (%value_in),from_the_other,(%out_arg1);
ld.param.u32 %y,[%value_in];
}
ld.global.u32 %x,[shared_by_all];
cvta.const.u64 %at,table + 8;
ld.u32 %of_table,[%at];
add.u32 %x,%x,%of_table;
mov.v2.u32 %pair,{ %y,%x };
st.global.v2.u32 [%to],%pair;
ret;
}
)";
const char* const second_unit = R"(.version 3.1
.target sm_30
.address_size 64
.visible .global .u32 shared_by_all = 9;
.visible .const .align 4 .u32 table[3] = {1, 2, 100};
.global .u32 own = 7;
.weak .func (.param .u32 %value_out) chosen
{
.reg .u32 %value;
mov.u32 %value,200;
st.param.u32 [%value_out],%value;
ret;
}
.func (.param .u32 %value_out) twice (.param .u32 %in_ar0)
{
.reg .u32 %a;
ld.param.u32 %a,[%in_ar0];
vsub.u32.u32.u32.add %a,%a,1,1000;
st.param.u32 [%value_out],%a;
ret;
}
.visible .func (.param .u32 %value_out) from_the_other (.param .u32 %in_ar0)
{
.reg .u32 %a;
.reg .u32 %b;
ld.param.u32 %a,[%in_ar0];
{
.param .u32 %value_in;
.param .u32 %out_arg1;
st.param.u32 [%out_arg1],%a;
call (%value_in),twice,(%out_arg1);
ld.param.u32 %a,[%value_in];
}
ld.global.u32 %b,[own];
add.u32 %a,%a,%b;
{
.param .u32 %value_in;
call (%value_in),chosen;
ld.param.u32 %b,[%value_in];
}
mad.lo.u32 %a,%b,10000,%a;
st.param.u32 [%value_out],%a;
ret;
}
)";

int add(void* state, const char* text, const char* name) {
  return cuLinkAddData_v2(state, 1, const_cast<char*>(text), std::strlen(text) + 1, name, 0,
                          nullptr, nullptr);
}

void contexts() {
  int count = 0;
  check(cuDeviceGetCount(&count) == 3, "nothing works before cuInit");
  check(cuInit(0) == 0 && cuInit(1) == 1, "cuInit takes no flags");
  check(cuDeviceGetCount(&count) == 0 && count == 1, "one device");
  int device = -1;
  check(cuDeviceGet(&device, 1) == 101 && cuDeviceGet(&device, 0) == 0, "the first device alone");
  int major = 0;
  check(cuDeviceGetAttribute(&major, 75, 0) == 0 && major == 9, "compute capability");
  Address place = 0;
  check(cuMemAlloc_v2(&place, 16) == 201, "no memory without a context");
  void *primary = nullptr, *own = nullptr, *current = nullptr;
  check(cuDevicePrimaryCtxRetain(&primary, 0) == 0 && cuCtxSetCurrent(primary) == 0,
        "the primary context");
  check(cuCtxCreate_v2(&own, 0, 0) == 0 && own != primary, "a context of one's own");
  check(cuCtxGetCurrent(&current) == 0 && current == own, "a new context is current");
  check(cuCtxPopCurrent_v2(&current) == 0 && current == own, "popped");
  check(cuCtxGetCurrent(&current) == 0 && current == primary, "the one below is current");
  check(cuCtxDestroy_v2(own) == 0 && cuCtxPushCurrent_v2(own) == 201, "a destroyed context");
  check(cuDevicePrimaryCtxRelease_v2(0) == 0 && cuDevicePrimaryCtxRelease_v2(0) == 201,
        "released once");
  check(cuDevicePrimaryCtxRetain(&primary, 0) == 0, "and retained again");
  const char* name = nullptr;
  check(cuGetErrorName(600, &name) == 0 && std::string(name) == "CUDA_ERROR_NOT_READY",
        "an error's name");
  check(cuGetErrorName(12345, &name) == 1, "an error that is none");
}

void linking() {
  void *state = nullptr, *image = nullptr, *module = nullptr, *answer = nullptr;
  std::size_t bytes = 0;
  check(cuLinkCreate_v2(0, nullptr, nullptr, &state) == 0, "a link");
  check(add(state, first_unit, "first") == 0 && add(state, second_unit, "second") == 0,
        "two units");
  check(cuLinkComplete(state, &image, &bytes) == 0 && image && bytes, "linked");
  check(cuModuleLoadDataEx(&module, image, 0, nullptr, nullptr) == 0, "loaded");
  check(cuLinkDestroy(state) == 0, "the link is over");
  check(cuModuleGetFunction(&answer, module, "answer") == 0, "its kernel");
  check(cuModuleGetFunction(&answer, module, "nothing") == 500, "a kernel that is none");

  Address out = 0;
  check(cuMemAlloc_v2(&out, 8) == 0, "memory");
  void* arguments[] = {&out};
  check(cuLaunchKernel(answer, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == 0, "launched");
  void *stream = nullptr, *current = nullptr;
  check(cuStreamCreate(&stream, 0) == 0 && cuCtxGetCurrent(&current) == 0 &&
            cuCtxSetCurrent(nullptr) == 0,
        "no context any more");
  check(cuLaunchKernel(answer, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr) == 0,
        "a stream's context need not be current");
  check(cuLaunchKernel(answer, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == 201,
        "whose default stream?");
  check(cuCtxSetCurrent(current) == 0 && cuStreamSynchronize(stream) == 0, "current again");
  check(cuStreamDestroy_v2(stream) == 0, "destroyed");
  std::uint32_t got[2] = {};
  check(cuMemcpyDtoH_v2(got, out, 8) == 0, "copied back");
  // twice(5) of the first unit, - 1 + 1000 of the second, + 7 of its own, 100 of the strong one.
  check(got[0] == 10 - 1 + 1000 + 7 + 100 * 10000 && got[1] == 109, "each unit saw its own names");

  // The same launch with the parameters in a buffer.
  std::size_t size = sizeof out;
  void* extra[] = {reinterpret_cast<void*>(1), &out, reinterpret_cast<void*>(2), &size, nullptr};
  const std::uint32_t nine = 11;
  Address variable = 0;
  std::size_t length = 0;
  check(cuModuleGetGlobal_v2(&variable, &length, module, "shared_by_all") == 0 && length == 4,
        "a variable");
  check(cuMemcpyHtoD_v2(variable, &nine, 4) == 0, "written");
  check(cuLaunchKernel(answer, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra) == 0, "by buffer");
  check(cuMemcpyDtoH_v2(got, out, 8) == 0 && got[1] == 111, "the buffer was read");
  check(cuModuleUnload(module) == 0 && cuModuleUnload(module) == 400, "unloaded once");
  check(cuMemGetAddressRange_v2(nullptr, nullptr, variable) == 500, "its variables are gone");

  check(cuLinkCreate_v2(0, nullptr, nullptr, &state) == 0 && add(state, first_unit, "alone") == 0 &&
            cuLinkComplete(state, &image, &bytes) == 218,
        "names that nobody defines are refused");
  cuLinkDestroy(state);
  check(cuLinkCreate_v2(0, nullptr, nullptr, &state) == 0 && add(state, second_unit, "a") == 0 &&
            add(state, second_unit, "b") == 0 && cuLinkComplete(state, &image, &bytes) == 218,
        "names that are defined twice are refused");
  cuLinkDestroy(state);
  check(cuModuleLoadDataEx(&module, "\177ELF and more", 0, nullptr, nullptr) == 209,
        "machine code is refused");
  check(cuModuleLoadDataEx(&module, ".version 8.0\nnonsense", 0, nullptr, nullptr) == 218,
        "what is no PTX is refused");
  cuMemFree_v2(out);
}

void count_up(void*, int error, void* data) { *static_cast<int*>(data) += error == 0 ? 1 : 100; }

void streams() {
  void *stream = nullptr, *event = nullptr;
  int called = 0;
  Address place = 0;
  std::uint32_t got[4] = {};
  check(cuMemAlloc_v2(&place, 0) == 1 && cuMemAlloc_v2(&place, 16) == 0, "memory, not none");
  check(cuStreamCreate(&stream, 1) == 0 && cuEventCreate(&event, 0) == 0, "a stream, an event");
  check(cuMemsetD32Async(place, 0x01020304, 4, stream) == 0, "filled by words");
  check(cuStreamAddCallback(stream, count_up, &called, 0) == 0 && called == 0, "later");
  check(cuEventRecord(event, stream) == 0 && cuEventSynchronize(event) == 0 && called == 1,
        "the callback came before the event");
  check(cuMemcpyDtoHAsync_v2(got, place, 16, stream) == 0 && cuStreamSynchronize(stream) == 0 &&
            got[0] == 0x01020304 && got[3] == 0x01020304,
        "words came back");
  check(cuMemsetD32Async_ptsz(place, 5, 4, nullptr) == 0 &&
            cuStreamAddCallback_ptsz(nullptr, count_up, &called, 0) == 0 &&
            cuStreamSynchronize(nullptr) == 0 && called == 1,
        "the stream of the thread is not the legacy one");
  check(cuStreamSynchronize_ptsz(nullptr) == 0 && called == 2, "its own names mean it");
  check(cuMemcpyDtoH_v2_ptds(got, place, 16) == 0 && got[3] == 5, "and copies wait for it");
  check(cuMemsetD32Async(place + 2, 1, 1, stream) == 1, "a misaligned fill is refused");
  check(cuEventDestroy_v2(event) == 0 && cuStreamDestroy_v2(stream) == 0, "destroyed");
  check(cuMemFree_v2(place) == 0 && cuMemFree_v2(place) == 1, "freed once");
  check(cudaGetLastError() == 0, "errors of the driver are none of the runtime");
}

// A stream's or an event's context need not be current.
void without_a_context() {
  void *stream = nullptr, *event = nullptr, *current = nullptr;
  check(cuStreamCreate(&stream, 0) == 0 && cuEventCreate(&event, 0) == 0 &&
            cuCtxGetCurrent(&current) == 0 && cuCtxSetCurrent(nullptr) == 0,
        "no context any more");
  check(cuEventRecord(event, stream) == 0 && cuStreamWaitEvent(stream, event, 0) == 0,
        "a stream waits for an event");
  check(cuEventSynchronize(event) == 0 && cuEventQuery(event) == 0, "the event is over");
  check(cuStreamSynchronize(stream) == 0 && cuStreamQuery(stream) == 0, "and the stream");
  check(cuStreamSynchronize(nullptr) == 201, "whose default stream?");
  check(cuCtxSetCurrent(current) == 0 && cuStreamDestroy_v2(stream) == 0 &&
            cuEventDestroy_v2(event) == 0,
        "current again");
}

struct Asked {
  Address place;
  int error = -1;
  std::thread::id by;
};

// What a program has put into a stream may not call the device; it runs in another thread.
void callbacks() {
  Asked asked;
  check(cuMemAlloc_v2(&asked.place, 16) == 0, "memory");
  const auto ask = [](void*, int, void* data) {
    Asked& asked = *static_cast<Asked*>(data);
    Address start = 0;
    std::size_t bytes = 0;
    asked.error = cuMemGetAddressRange_v2(&start, &bytes, asked.place);
    asked.by = std::this_thread::get_id();
  };
  check(cuStreamAddCallback(nullptr, ask, &asked, 0) == 0 && cuStreamSynchronize(nullptr) == 0,
        "a callback");
  check(asked.error == 800 && asked.by != std::this_thread::get_id(), "which is not permitted to");
  check(cuMemFree_v2(asked.place) == 0, "the others are");
}

void functions() {
  void *module = nullptr, *kernel = nullptr;
  const char* const text = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry shaped () .maxntid 256, 1, 1
{
.shared .b8 room[1024];
ret;
}
.visible .entry astray (.param .u64 where)
{
.reg .b64 %d<1>;
ld.param.u64 %d0, [where];
st.global.u32 [%d0+4096], 1;
ret;
}
)";
  check(cuModuleLoadDataEx(&module, text, 0, nullptr, nullptr) == 0 &&
            cuModuleGetFunction(&kernel, module, "shaped") == 0,
        "a kernel with bounds");
  void* library = nullptr;
  void* of_library = nullptr;
  check(cuLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0) == 0 &&
            cuLibraryGetKernel(&of_library, library, "shaped") == 0 &&
            cuKernelGetFunction(&of_library, of_library) == 0,
        "a library");
  check(cuLaunchKernel(of_library, 1, 1, 1, 512, 1, 1, 0, nullptr, nullptr, nullptr) == 1 &&
            cuLibraryUnload(library) == 0,
        "of which a kernel is launched, with its bounds");
  int value = 0, grid = 0;
  check(cuFuncGetAttribute(&value, 0, kernel) == 0 && value == 256, "threads a block");
  check(cuFuncGetAttribute(&value, 1, kernel) == 0 && value == 1024, "shared memory");
  check(cuOccupancyMaxPotentialBlockSize(&grid, &value, kernel, nullptr, 0, 0) == 0 &&
            value == 256 && grid >= 132,
        "a block size");
  check(cuLaunchKernel(kernel, 1, 1, 1, 512, 1, 1, 0, nullptr, nullptr, nullptr) == 1,
        "too many threads");
  struct {
    unsigned grid[3] = {1, 1, 1}, block[3] = {256, 1, 1}, shared = 0;
    void* stream = nullptr;
    const int* attributes = nullptr;
    unsigned count = 0;
  } config;
  const int attribute[18] = {2, 0, 1};  // all blocks together
  config.attributes = attribute;
  config.count = 1;
  check(cuLaunchKernelEx(&config, kernel, nullptr, nullptr) == 0, "a launch by description");
  config.grid[0] = 1 << 20;
  check(cuLaunchKernelEx(&config, kernel, nullptr, nullptr) == 720, "not all at once");
  const int unknown[18] = {77};
  config.attributes = unknown;
  check(cuLaunchKernelEx(&config, kernel, nullptr, nullptr) == 801, "an attribute");
  check(cuLaunchKernel(nullptr, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr) == 400,
        "no kernel");

  Address place = 0;
  void* arguments[] = {&place};
  check(cuMemAlloc_v2(&place, 16) == 0 && cuModuleGetFunction(&kernel, module, "astray") == 0 &&
            cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == 0,
        "launched astray");
  check(cuCtxSynchronize() == 700 && cuMemFree_v2(place) == 700, "the error stays");
  check(cudaGetLastError() == 700, "for the runtime, too");
  check(gpu_emulator_findings() == 1, "and is one finding");
}

// Functions by name: a plain name means the version of the caller's driver.
void entries() {
  void* found = nullptr;
  int status = -1;
  check(cuGetProcAddress_v2("cuMemAlloc", &found, 12000, 0, &status) == 0 && status == 0 &&
            found == reinterpret_cast<void*>(&cuMemAlloc_v2),
        "the second version");
  check(cuGetProcAddress_v2("cuInit", &found, 12000, 0, &status) == 0 &&
            found == reinterpret_cast<void*>(&cuInit),
        "of which there is one");
  for (const char* name : {"cuNothing", "malloc"})
    check(cuGetProcAddress_v2(name, &found, 12000, 0, &status) == 0 && status == 1 && !found, name);
  check(cuGetProcAddress_v2("cuNothing", &found, 12000, 0, nullptr) == 500, "not found");
  const struct {
    const char* name;
    void* of_thread;
  } known[] = {{"cuInit", reinterpret_cast<void*>(&cuInit)},
               {"cuMemcpyDtoH", reinterpret_cast<void*>(&cuMemcpyDtoH_v2_ptds)},
               {"cuStreamSynchronize", reinterpret_cast<void*>(&cuStreamSynchronize_ptsz)},
               {"cuNothing", nullptr}};
  for (const auto& [name, of_thread] : known)
    check(cuGetProcAddress_v2(name, &found, 12000, 2, &status) == 0 && found == of_thread &&
              status == (of_thread ? 0 : 1),
          name);
  const void* table = &found;
  check(cuGetExportTable(&table, "") == 500 && !table, "a runtime of its own");
}

}  // namespace

int main() {
  entries();
  contexts();
  linking();
  streams();
  without_a_context();
  callbacks();
  functions();
  return result();
}
