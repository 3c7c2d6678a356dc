// Default streams per thread: the entries whose null is the stream of the thread.
#include <cstdio>
#include <cstring>
#include <functional>
#include <thread>

#include "add_one.hpp"
#include "runtime_calls.hpp"
#include "verdict.hpp"

extern "C" {
int cudaLaunchKernel_ptsz(const void*, Dim3, Dim3, void**, std::size_t, void*);
int cudaMemcpy_ptds(void*, const void*, std::size_t, int);
int cudaMemset_ptds(void*, int, std::size_t);
int cudaMemcpyAsync_ptsz(void*, const void*, std::size_t, int, void*);
int cudaStreamSynchronize_ptsz(void*);
int cudaEventRecord_ptsz(void*, void*);
int cudaStreamWaitEvent_ptsz(void*, void*, unsigned);
int cudaStreamBeginCapture_ptsz(void*, int);
int cudaStreamEndCapture_ptsz(void*, void**);
int cudaGraphLaunch_ptsz(void*, void*);
int cuMemAlloc_v2(unsigned long long*, std::size_t);
int cuMemFree_v2(unsigned long long);
int cuCtxGetCurrent(void**);
int cuCtxSetCurrent(void*);
int cuDevicePrimaryCtxGetState(int, unsigned*, int*);
}

using namespace emu::test;

namespace {

constexpr int to_host = 2;
constexpr int bytes = 128;
constexpr int invalid_resource_handle = 400;
void* const legacy_stream = reinterpret_cast<void*>(1);
void* const own_stream = reinterpret_cast<void*>(2);

void on_thread(const std::function<void()>& work) { std::thread(work).join(); }

struct Memory {
  Memory() {
    cudaMalloc(reinterpret_cast<void**>(&array), bytes);
    cudaMemset(array, 0, bytes);
    cudaDeviceSynchronize();
    // Where only a part is copied to, the host may look before it waits.
    cudaHostAlloc(reinterpret_cast<void**>(&pinned), 2 * bytes, 0);
    pinned[0] = -1;
  }
  ~Memory() {
    cudaFreeHost(pinned);
    cudaFree(array);
  }
  int add(void* stream = nullptr) { return launched_by(cudaLaunchKernel_ptsz, stream); }
  int add_in_legacy() { return launched_by(cudaLaunchKernel, nullptr); }
  int fetch(void* stream = nullptr) {
    return cudaMemcpyAsync_ptsz(pinned, array, bytes, to_host, stream);
  }

  int* array = nullptr;
  int* pinned = nullptr;

 private:
  int launched_by(decltype(cudaLaunchKernel) launch, void* stream) {
    void* arguments[] = {&array};
    return launch(&add_one, {1, 1, 1}, {32, 1, 1}, arguments, 0, stream);
  }
};

// What asks the runtime for more than questions has the primary context, each thread for itself.
void context_of_the_runtime() {
  unsigned long long place = 0;
  int count = 0, active = 0;
  unsigned flags = 0;
  void* context = nullptr;
  check(cudaGetDeviceCount(&count) == 0 && cuMemAlloc_v2(&place, 16) == 3,
        "a question does not start the driver");
  check(cudaFree(nullptr) == 0 && cuMemAlloc_v2(&place, 16) == 0 && cuMemFree_v2(place) == 0,
        "what needs a context does");
  check(cuCtxGetCurrent(&context) == 0 && context, "which is current");
  check(cuDevicePrimaryCtxGetState(0, &flags, &active) == 0 && active == 1, "the primary one");
  on_thread([&] {
    void* none = &place;
    check(cuCtxGetCurrent(&none) == 0 && !none && cuMemAlloc_v2(&place, 16) == 201,
          "another thread has none");
    check(cudaFree(nullptr) == 0 && cuCtxGetCurrent(&none) == 0 && none == context,
          "before it asks the runtime");
  });
  check(cuCtxSetCurrent(nullptr) == 0 && cudaFree(nullptr) == 0 && cuMemAlloc_v2(&place, 16) == 0 &&
            cuMemFree_v2(place) == 0,
        "the runtime makes it current again");
}

// The host waits for the stream of its thread: not for the legacy one, nor that of another thread.
void one_stream_a_thread() {
  Memory memory, other;
  check(memory.add() == 0 && memory.fetch() == 0, "a launch and a copy");
  check(cudaStreamSynchronize(legacy_stream) == 0 && memory.pinned[0] == -1,
        "the legacy stream does not hold it");
  on_thread([] { cudaStreamSynchronize_ptsz(nullptr); });
  check(memory.pinned[0] == -1, "nor does that of another thread");
  int one = -1;
  on_thread([&] {
    check(cudaMemset_ptds(other.array, 1, bytes) == 0 &&
              cudaMemcpy_ptds(&one, other.array, 4, to_host) == 0 && one == 0x01010101,
          "a copy of another thread");
  });
  check(memory.pinned[0] == -1, "which waits for its own stream");
  check(cudaStreamSynchronize_ptsz(nullptr) == 0 && memory.pinned[0] == 1,
        "null is the stream of this thread");
  check(memory.add(own_stream) == 0 && memory.fetch(legacy_stream) == 0 &&
            cudaStreamSynchronize_ptsz(legacy_stream) == 0 && memory.pinned[0] == 2,
        "work in the legacy stream waits for it");
  memory.pinned[0] = -1;
  check(memory.add_in_legacy() == 0 && memory.fetch() == 0 &&
            cudaStreamSynchronize_ptsz(nullptr) == 0 && memory.pinned[0] == 3,
        "and it for work in the legacy stream");
  check(cudaStreamDestroy(own_stream) == invalid_resource_handle, "nobody destroys it");
}

// What a thread left in its stream is done for who waits for the device, also if the thread is
// gone.
void threads_that_are_gone() {
  Memory memory;
  for (int i = 0; i < 3; ++i)
    on_thread([&] {
      memory.add();
      cudaStreamSynchronize_ptsz(nullptr);
    });
  on_thread([&] { memory.add(); });
  memory.add_in_legacy();
  on_thread([&] { memory.fetch(); });
  check(memory.pinned[0] == -1, "nobody waited");
  check(cudaDeviceSynchronize() == 0 && memory.pinned[0] == 5, "all of it is done");
}

// An event of one thread's stream, and a graph.
void events_and_graphs() {
  Memory memory;
  void *event = nullptr, *graph = nullptr, *executable = nullptr;
  cudaEventCreate(&event);
  memory.add();
  cudaEventRecord_ptsz(event, nullptr);
  on_thread([&] {
    cudaStreamWaitEvent_ptsz(nullptr, event, 0);
    memory.add();
    cudaStreamSynchronize_ptsz(nullptr);
  });
  cudaEventDestroy(event);
  check(cudaStreamBeginCapture_ptsz(nullptr, 0) == 0 && memory.add() == 0 &&
            cudaStreamEndCapture_ptsz(nullptr, &graph) == 0,
        "work of the thread's stream is captured");
  cudaGraphInstantiate(&executable, graph, 0);
  check(cudaGraphLaunch_ptsz(executable, nullptr) == 0 && memory.fetch() == 0 &&
            cudaStreamSynchronize_ptsz(nullptr) == 0 && memory.pinned[0] == 3,
        "event and graph");
  cudaGraphDestroy(graph);
  cudaGraphExecDestroy(executable);
}

// Nothing orders the streams of two threads.
void unordered_threads() {
  Memory memory;
  memory.add();
  on_thread([&] {
    memory.add();
    cudaStreamSynchronize_ptsz(nullptr);
  });
  cudaDeviceSynchronize();
  check(gpu_emulator_findings() > 0 &&
            std::strncmp(gpu_emulator_first_finding(), "stream-race: kernel add_one", 27) == 0,
        "streams of two threads without order");
}

}  // namespace

int main() {
  register_add_one();
  context_of_the_runtime();
  one_stream_a_thread();
  threads_that_are_gone();
  events_and_graphs();
  check(gpu_emulator_findings() == 0, "no finding so far");
  unordered_threads();
  return result();
}
