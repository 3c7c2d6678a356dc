// The runtime's interface, called as nvcc's code calls it, with PTX in a fat binary made here.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "image.hpp"
#include "runtime_calls.hpp"
#include "verdict.hpp"

using namespace emu::test;

namespace {

// The same test runs with a file that gives add_step 32 registers instead of the 64 assumed.
bool registers_are_told() { return std::getenv("GPU_EMULATOR_REGISTERS") != nullptr; }

const char* const text = R"(.version 8.0
.target sm_80
.address_size 64
.const .u32 step;
.extern .shared .align 8 .b8 dynamic[];
.visible .entry add_step(.param .u64 array, .param .u32 count)
{
.reg .pred %p<2>;
.reg .b32 %r<8>;
.reg .b64 %d<4>;
ld.param.u64 %d0, [array];
ld.param.u32 %r0, [count];
mov.u32 %r1, %tid.x;
setp.ge.u32 %p0, %r1, %r0;
@%p0 ret;
mul.wide.u32 %d1, %r1, 4;
add.s64 %d2, %d0, %d1;
ld.global.u32 %r2, [%d2];
ld.const.u32 %r3, [step];
add.s32 %r2, %r2, %r3;
fma.rn.f16x2 %r4, %r3, %r3, %r3;
red.global.add.f32 [%d2], 0f00000000;
st.global.u32 [%d2], %r2;
ret;
}
.visible .entry meet(.param .u64 array)
{
.reg .pred %p<3>;
.reg .b32 %r<8>;
.reg .b64 %d<2>;
ld.param.u64 %d0, [array];
mov.u32 %r0, %nctaid.x;
atom.add.release.gpu.global.u32 %r1, [%d0], 1;
WAIT:
ld.acquire.gpu.global.u32 %r2, [%d0];
setp.lt.u32 %p0, %r2, %r0;
@%p0 bra WAIT;
mov.u32 %r3, %ctaid.x;
setp.ne.s32 %p1, %r3, 0;
@%p1 ret;
st.global.u32 [%d0+4], %r2;
ret;
}
.visible .entry astray(.param .u64 array)
{
.reg .b64 %d<2>;
ld.param.u64 %d0, [array];
st.global.u32 [%d0+4096], 1;
ret;
}
)";

char add_step, meet, astray, step;  // stand for the host's sides
constexpr int to_device = 1, to_host = 2;

int launch(void* stream, int* array, unsigned count) {
  void* arguments[] = {&array, &count};
  return cudaLaunchKernel(&add_step, {1, 1, 1}, {64, 1, 1}, arguments, 0, stream);
}

void memory() {
  int* array = nullptr;
  check(cudaMalloc(reinterpret_cast<void**>(&array), 64 * 4) == 0, "malloc");
  std::vector<int> host(64, 5);
  check(cudaMemcpy(array, host.data(), 256, to_device) == 0, "copy to the device");
  check(launch(nullptr, array, 40) == 0, "launch");
  check(cudaMemcpy(host.data(), array, 256, to_host) == 0, "copy to the host");
  check(host[0] == 8 && host[39] == 8 && host[40] == 5, "result");
  check(cudaMemcpy(array, host.data(), 257, to_device) == 1, "a copy that is too long");
  check(cudaMemcpy(host.data(), array, 256, to_device) == 1, "a copy in the wrong direction");
  check(cudaGetLastError() == 1 && cudaGetLastError() == 0, "an error is remembered once");
  check(cudaMemset(array, 0, 256) == 0 &&
            cudaMemcpy2D(host.data(), 32, array, 64, 16, 4, to_host) == 0,
        "rows");
  check(host[0] == 0 && host[4] == 8 && host[8] == 0, "pitch");
  const auto bytes_to_device = [] {
    const char* const name = "\"bytes_to_device\":";
    return std::atol(std::strstr(gpu_emulator_counts(), name) + std::strlen(name));
  };
  const long moved = bytes_to_device();
  check(cudaMemcpy2D(array, 64, host.data(), 16, 16, 4, to_device) == 0, "rows to the device");
  check(bytes_to_device() - moved == 64, "bytes of all rows are counted");
  double before[6], after[6];
  check(gpu_emulator_done(before) && launch(nullptr, array, 40) == 0 &&
            cudaMemcpy(host.data(), array, 128, to_host) == 0 && gpu_emulator_done(after),
        "what was done so far");
  check(after[0] - before[0] == 1 && after[1] == before[1] && after[2] - before[2] == 128,
        "a launch, and bytes to the host");
  check(after[3] - before[3] == 5 * 40, "two packed products and sums a thread, a sum in memory");
  check(after[4] - before[4] >= 40, "operations of integers");
  check(after[5] - before[5] == 11 * 32, "five sectors read and written, one more of a symbol");
  check(cudaFree(array) == 0 && cudaFree(array) == 1, "free twice");
  cudaGetLastError();
}

// Memory that both sides may touch, and rows with a pitch.
void managed_and_pitched() {
  int* both = nullptr;
  check(cudaMallocManaged(reinterpret_cast<void**>(&both), 256, 1) == 0 && both, "managed memory");
  for (int i = 0; i < 64; ++i) both[i] = i;
  launch(nullptr, both, 64);
  check(both[5] == 5, "a kernel is late");
  check(cudaDeviceSynchronize() == 0 && both[0] == 3 && both[63] == 66, "the host sees it");
  struct {
    int kind, device;
    void *on_device, *on_host;
    long more[8];
  } told = {};
  check(cudaPointerGetAttributes(&told, both + 3) == 0 && told.kind == 3 &&
            told.on_device == both + 3,
        "it says that it is managed");
  check(cudaFree(both) == 0, "freed as the device's");

  char* rows = nullptr;
  std::size_t pitch = 0;
  check(cudaMallocPitch(reinterpret_cast<void**>(&rows), &pitch, 100, 7) == 0 && pitch >= 100 &&
            pitch % 256 == 0,
        "rows");
  std::vector<char> there(700), back(700);
  for (std::size_t i = 0; i < there.size(); ++i) there[i] = static_cast<char>(i * 7);
  check(cudaMemcpy2D(rows, pitch, there.data(), 100, 100, 7, to_device) == 0 &&
            cudaMemcpy2D(back.data(), 100, rows, pitch, 100, 7, to_host) == 0 && there == back,
        "there and back");
  check(cudaMemcpy2D(rows, pitch, there.data(), 100, pitch + 1, 7, to_device) != 0,
        "a row longer than the pitch");
  cudaGetLastError();
  check(cudaFree(rows) == 0, "rows are freed");
}

// What programs ask beside the main road.
void beside() {
  void* stream = nullptr;
  cudaStreamCreateWithFlags(&stream, 1);
  unsigned flags = 0;
  int status = 9;
  check(cudaStreamGetFlags(stream, &flags) == 0 && flags == 1, "flags of a stream");
  check(cudaStreamIsCapturing(stream, &status) == 0 && status == 0, "it captures nothing");
  int *both = nullptr, *pinned = nullptr;
  cudaMallocManaged(reinterpret_cast<void**>(&both), 256, 1);
  cudaHostAlloc(reinterpret_cast<void**>(&pinned), 4, 0);
  check(cudaMemPrefetchAsync(both, 256, {1, 0}, 0, stream) == 0, "managed memory is prefetched");
  check(cudaMemPrefetchAsync(pinned, 4, {1, 0}, 0, stream) == 1, "other memory is not");
  cudaGetLastError();
  *pinned = 0;
  int seen = -1;
  struct Told {
    int *from, *to;
  } told = {pinned, &seen};
  check(cudaMemcpyFromSymbolAsync(pinned, &step, 4, 0, to_host, stream) == 0, "a symbol, late");
  check(cudaLaunchHostFunc(
            stream,
            [](void* data) { *static_cast<Told*>(data)->to = *static_cast<Told*>(data)->from; },
            &told) == 0 &&
            seen == -1,
        "a host function is late");
  check(cudaStreamSynchronize(stream) == 0 && seen == 3, "and comes behind what is before it");
  char* rows = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&rows), 64);
  cudaMemset(rows, 0, 64);
  cudaDeviceSynchronize();
  check(cudaMemset2DAsync(rows, 16, 7, 2, 4, stream) == 0, "rows are filled late");
  char got[64];
  cudaDeviceSynchronize();
  cudaMemcpy(got, rows, 64, to_host);
  check(got[0] == 7 && got[1] == 7 && got[2] == 0 && got[16] == 7 && got[49] == 7, "rows");
  std::size_t bytes = 0;
  check(
      cudaDeviceGetLimit(&bytes, 0) == 0 && bytes == 1024 && cudaDeviceGetLimit(&bytes, 77) == 801,
      "limits");
  cudaGetLastError();
  cudaFree(rows);
  cudaFree(both);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}

// Blocks that wait for each other, all of them at once on the device.
void cooperative() {
  int blocks = 0, multiprocessors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &meet, 32, 0);
  cudaDeviceGetAttribute(&multiprocessors, 16, 0);
  int* counter = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&counter), 8);
  cudaMemset(counter, 0, 8);
  void* arguments[] = {&counter};
  const auto all = static_cast<unsigned>(std::min(blocks, 2) * multiprocessors);
  check(cudaLaunchCooperativeKernel(&meet, {all, 1, 1}, {1, 1, 1}, arguments, 0, nullptr) == 0,
        "cooperative");
  int got[2] = {};
  check(cudaMemcpy(got, counter, 8, to_host) == 0 && got[1] == static_cast<int>(all), "all met");
  cudaFree(counter);
}

// Work starts when somebody waits for it, not before; pinned memory shows that.
void streams() {
  int* array = nullptr;
  int* pinned = nullptr;
  void *one = nullptr, *two = nullptr, *event = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), 256);
  cudaMemset(array, 0, 256);
  cudaDeviceSynchronize();
  cudaHostAlloc(reinterpret_cast<void**>(&pinned), 256, 0);
  pinned[0] = -1;
  cudaStreamCreateWithFlags(&one, 1);
  cudaStreamCreateWithFlags(&two, 1);
  cudaEventCreate(&event);
  launch(one, array, 64);
  cudaEventRecord(event, one);
  cudaStreamWaitEvent(two, event, 0);
  cudaMemcpyAsync(pinned, array, 256, to_host, two);
  check(cudaStreamQuery(two) == 600, "not ready");
  check(cudaStreamSynchronize(two) == 0 && pinned[0] == 3, "the other stream's kernel came first");
  cudaEventDestroy(event);

  void *graph = nullptr, *executable = nullptr;
  cudaStreamBeginCapture(one, 0);
  launch(one, array, 64);
  launch(one, array, 64);
  check(cudaStreamEndCapture(one, &graph) == 0 && cudaGraphInstantiate(&executable, graph, 0) == 0,
        "graph");
  cudaGraphLaunch(executable, one);
  cudaGraphLaunch(executable, one);
  cudaStreamSynchronize(one);
  cudaMemcpy(pinned, array, 256, to_host);
  check(pinned[0] == 15, "a graph of two kernels, twice");
  launch(one, array, 64);
  check(cudaStreamQuery(one) == 600 && cudaStreamQuery(one) == 0, "a lone task is seen running");
  cudaEventCreate(&event);
  launch(one, array, 64);
  cudaEventRecord(event, one);
  int running = 0;
  while (cudaEventQuery(event) == 600) ++running;
  check(running == 2, "an event is seen running once for the kernel, once for itself");
  cudaEventDestroy(event);
  cudaGraphDestroy(graph);
  cudaGraphExecDestroy(executable);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFreeHost(pinned);
  cudaFree(array);
}

// An event of a stream that is gone is over, also when another stream stands where that one was.
void event_of_a_stream_that_is_gone() {
  int* array = nullptr;
  int* pinned = nullptr;
  void *gone = nullptr, *next = nullptr, *event = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), 256);
  cudaMemset(array, 0, 256);
  cudaHostAlloc(reinterpret_cast<void**>(&pinned), 256, 0);
  cudaDeviceSynchronize();
  cudaStreamCreateWithFlags(&gone, 1);
  cudaEventCreate(&event);
  cudaEventRecord(event, gone);
  cudaStreamDestroy(gone);
  cudaStreamCreateWithFlags(&next, 1);
  cudaMemcpyAsync(pinned, array, 256, to_host, next);
  check(cudaEventQuery(event) == 0 && cudaEventSynchronize(event) == 0, "the event is over");
  check(cudaStreamQuery(next) == 600, "the other stream has not begun");
  cudaStreamDestroy(next);
  cudaEventDestroy(event);
  cudaFreeHost(pinned);
  cudaFree(array);
}

// Two streams add to the same array; what stands between them decides whether that is a race.
unsigned long races_between(void (*between)(void* first, void* second, void* event)) {
  int* array = nullptr;
  void *one = nullptr, *two = nullptr, *event = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), 256);
  cudaMemset(array, 0, 256);
  cudaDeviceSynchronize();
  cudaStreamCreateWithFlags(&one, 1);
  cudaStreamCreateWithFlags(&two, 1);
  cudaEventCreate(&event);
  const unsigned long before = gpu_emulator_findings();
  launch(one, array, 64);
  between(one, two, event);
  launch(two, array, 64);
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(two);
  const unsigned long found = gpu_emulator_findings() - before;
  cudaEventDestroy(event);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(array);
  return found;
}

void unordered_streams() {
  check(races_between([](void*, void*, void*) {}) > 0, "two streams without order");
  check(std::strncmp(gpu_emulator_first_finding(), "stream-race: kernel add_step", 28) == 0,
        gpu_emulator_first_finding());
  check(races_between([](void* first, void* second, void* event) {
          cudaEventRecord(event, first);
          cudaStreamWaitEvent(second, event, 0);
        }) == 0,
        "an event orders them");
  check(races_between([](void* first, void*, void*) { cudaStreamSynchronize(first); }) == 0,
        "the host orders them");
  check(races_between([](void* first, void*, void* event) {
          cudaEventRecord(event, first);
          cudaEventSynchronize(event);
        }) == 0,
        "the host waits for an event");
  check(races_between([](void*, void* second, void* event) {
          cudaEventRecord(event, second);  // of the wrong stream
          cudaStreamWaitEvent(second, event, 0);
        }) > 0,
        "an event of the wrong stream");
  check(races_between([](void* first, void* second, void* event) {
          cudaStreamWaitEvent(second, event, 0);  // recorded too late
          cudaEventRecord(event, first);
        }) > 0,
        "an event recorded behind the wait");
}

// A copy beside a kernel; the halves of one array are no business of each other.
void copies_beside_kernels() {
  char* array = nullptr;
  void *one = nullptr, *two = nullptr;
  std::vector<char> host(512);
  cudaMalloc(reinterpret_cast<void**>(&array), 512);
  cudaMemset(array, 0, 512);
  cudaDeviceSynchronize();
  cudaStreamCreateWithFlags(&one, 1);
  cudaStreamCreateWithFlags(&two, 1);
  const auto found = [&](std::size_t from, std::size_t bytes, bool reads) {
    const unsigned long before = gpu_emulator_findings();
    launch(one, reinterpret_cast<int*>(array), 64);  // the first 256 bytes
    if (reads)
      cudaMemcpyAsync(host.data(), array + from, bytes, to_host, two);
    else
      cudaMemcpyAsync(array + from, host.data(), bytes, to_device, two);
    cudaDeviceSynchronize();
    return gpu_emulator_findings() - before;
  };
  check(found(256, 256, true) == 0 && found(256, 256, false) == 0, "the other half");
  check(found(0, 16, true) > 0, "a copy of what a kernel writes");
  check(found(255, 4, false) > 0, "a copy over the last byte that a kernel writes");
  check(found(256, 3, false) == 0, "a copy of the bytes behind");
  cudaMemcpyAsync(array, host.data(), 1, to_device, one);
  const unsigned long before = gpu_emulator_findings();
  cudaMemcpyAsync(array + 1, host.data(), 3, to_device, two);
  cudaDeviceSynchronize();
  check(gpu_emulator_findings() == before, "two copies that share four bytes, and none of them");
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(array);
}

void limits() {
  int value = 0;
  check(cudaGetDeviceCount(&value) == 0 && value == 1, "a device");
  const char* fewer = std::getenv("GPU_EMULATOR_MULTIPROCESSORS");
  check(cudaDeviceGetAttribute(&value, 16, 0) == 0 && value == (fewer ? std::atoi(fewer) : 132),
        "multiprocessors");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, &add_step, 1024, 0) == 0 &&
            value == (registers_are_told() ? 2 : 1),
        "occupancy");
  int* array = nullptr;
  unsigned count = 0;
  void* arguments[] = {&array, &count};
  check(cudaLaunchKernel(&add_step, {1, 1, 1}, {2048, 1, 1}, arguments, 0, nullptr) == 9,
        "too many threads");
  check(cudaLaunchKernel(&add_step, {1, 1, 1}, {32, 1, 1}, arguments, 100000, nullptr) == 1,
        "too much shared memory");
  check(cudaFuncSetAttribute(&add_step, 8, 100000) == 0 &&
            cudaLaunchKernel(&add_step, {1, 1, 1}, {32, 1, 1}, arguments, 100000, nullptr) == 0,
        "asked for");
  check(cudaLaunchCooperativeKernel(&add_step, {100000, 1, 1}, {32, 1, 1}, arguments, 0, nullptr) ==
            720,
        "a grid that does not fit at once");
  check(cudaLaunchKernel(&failures, {1, 1, 1}, {32, 1, 1}, arguments, 0, nullptr) == 98,
        "no kernel");
  cudaGetLastError();
}

void registers() {
  const std::string counts = gpu_emulator_counts();
  check((counts.find("\"registers\":32") != std::string::npos) == registers_are_told(),
        "registers of add_step, where they are known");
  check(counts.find("\"registers\":64") == std::string::npos, "what is assumed is not told");
}

void sticky() {
  const unsigned long before = gpu_emulator_findings();
  int* array = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), 256);
  void* arguments[] = {&array};
  check(cudaLaunchKernel(&astray, {1, 1, 1}, {1, 1, 1}, arguments, 0, nullptr) == 0,
        "a launch tells nothing yet");
  check(cudaDeviceSynchronize() == 700, "illegal address");
  check(cudaFree(array) == 700 && cudaGetLastError() == 700 && cudaGetLastError() == 700,
        "which stays");
  check(gpu_emulator_findings() - before == 1, "one finding");
  check(std::strcmp(cudaGetErrorName(700), "cudaErrorIllegalAddress") == 0, "its name");
}

}  // namespace

int main() {
  static Image image(text);
  void** module = __cudaRegisterFatBinary(&image.wrapper);
  __cudaRegisterFunction(module, &add_step, nullptr, "add_step", -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  __cudaRegisterFunction(module, &meet, nullptr, "meet", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterFunction(module, &astray, nullptr, "astray", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterVar(module, &step, nullptr, "step", 0, 4, 1, 0);
  __cudaRegisterFatBinaryEnd(module);
  const int three = 3;
  check(cudaMemcpyToSymbol(&step, &three, 4, 0, to_device) == 0, "symbol");
  check(std::strstr(gpu_emulator_device(), "emulated") != nullptr, "it says that it is emulated");
  memory();
  managed_and_pitched();
  beside();
  cooperative();
  streams();
  event_of_a_stream_that_is_gone();
  check(gpu_emulator_findings() == 0, "no finding so far");
  limits();
  unordered_streams();
  copies_beside_kernels();
  check(std::strstr(gpu_emulator_last_finding(), "copy") != nullptr, gpu_emulator_last_finding());
  check(races_between([](void*, void*, void*) {}) > 0, "once more");
  check(std::strncmp(gpu_emulator_last_finding(), "stream-race: kernel add_step", 28) == 0,
        gpu_emulator_last_finding());
  sticky();
  registers();
  check(std::strstr(gpu_emulator_counts(), "\"kernel\":\"add_step\",\"launches\":30") != nullptr,
        gpu_emulator_counts());
  return result();
}
