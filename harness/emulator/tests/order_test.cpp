// What orders kernels of several streams, and the host's waits for them, as they are counted.
#include <cstdlib>
#include <cstring>
#include <utility>

#include "add_one.hpp"
#include "runtime_calls.hpp"
#include "verdict.hpp"

using namespace emu::test;

namespace {

void launch(void* stream, int* array) {
  void* arguments[] = {&array};
  check(cudaLaunchKernel(&add_one, {1, 1, 1}, {64, 1, 1}, arguments, 0, stream) == 0, "launch");
}

// Kernels of two streams, by what orders them: how long the longest chain of them is.
void chains() {
  int *array = nullptr, *other = nullptr;
  void *one = nullptr, *two = nullptr, *event = nullptr, *graph = nullptr, *executable = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), 512);
  cudaMalloc(reinterpret_cast<void**>(&other), 8);
  cudaMemset(other, 0, 8);
  cudaMemset(array, 0, 512);
  cudaStreamCreateWithFlags(&one, 1);
  cudaStreamCreateWithFlags(&two, 1);
  cudaEventCreate(&event);
  const auto in = [&](void* stream) { launch(stream, array + (stream == two ? 64 : 0)); };
  const auto count = [](const char* name) {
    const char* const told = std::strstr(gpu_emulator_counts(), name);
    return told ? std::strtoull(told + std::strlen(name), nullptr, 10) : 0;
  };
  const auto chain = [&] {
    cudaDeviceSynchronize();
    return count("\"chain\":");
  };
  auto before = chain();
  const auto grew = [&] { return chain() - std::exchange(before, chain()); };
  for (void* stream : {one, two, one, one, two}) in(stream);
  check(grew() == 3, "the longer of two streams");
  in(one);
  cudaEventRecord(event, one);
  cudaStreamWaitEvent(two, event, 0);
  in(two);
  in(one);
  check(grew() == 2, "a stream behind the event of another");
  in(one);
  cudaStreamSynchronize(one);
  in(two);
  check(grew() == 2, "behind what the host waited for");
  in(one);
  cudaMemsetAsync(array, 0, 4, one);
  in(two);
  check(grew() == 1, "a copy is no kernel");
  cudaStreamBeginCapture(one, 0);
  in(one);
  in(one);
  cudaStreamEndCapture(one, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, one);
  in(two);
  check(grew() == 2, "kernels of a graph");
  const auto waited = count("\"waited\":");
  cudaDeviceSynchronize();
  cudaMemcpy(other, other + 1, 4, 3);
  cudaMemsetAsync(array, 0, 4, one);
  cudaStreamSynchronize(one);
  check(count("\"waited\":") == waited, "a wait for no kernel");
  in(one);
  in(two);
  in(one);
  cudaStreamSynchronize(one);
  cudaStreamSynchronize(one);
  check(count("\"waited\":") == waited + 1, "one wait for three kernels");
  in(two);
  cudaEventRecord(event, two);
  cudaEventSynchronize(event);
  in(two);
  cudaMemcpy(other, other + 1, 4, 3);
  cudaDeviceSynchronize();
  check(count("\"waited\":") == waited + 3, "by an event, and behind a copy that waits for none");
  cudaGraphDestroy(graph);
  cudaGraphExecDestroy(executable);
  cudaEventDestroy(event);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(other);
  cudaFree(array);
}

}  // namespace

int main() {
  register_add_one();
  chains();
  check(gpu_emulator_findings() == 0, "no finding");
  return result();
}
