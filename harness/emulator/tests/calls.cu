// Calls of the runtime: graphs built node by node and captured from two streams, a host that waits
// for mapped memory or a callback without a call, handles that are none, entries of the driver that
// are not there.
#include <cuda.h>
#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

__global__ void add(int* to, int what) { to[threadIdx.x] += what; }
__global__ void multiply(int* to, int by) { to[threadIdx.x] *= by; }
__global__ void answer(volatile int* flags) {
  while (flags[0] == 0) {
  }
  flags[1] = flags[0] + 41;
}

static int failures = 0;
static void check(bool good, const char* what) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}
#define GOOD(call) check((call) == cudaSuccess, #call)

static void fill_in(cudaKernelNodeParams& node, void* kernel, void** arguments) {
  node = {};
  node.func = kernel;
  node.gridDim = 1;
  node.blockDim = 4;
  node.kernelParams = arguments;
}

// ((0 + 3) * 5 + 1), copied back, and told to the host; then with 7 for 5.
static void built() {
  int* device = nullptr;
  GOOD(cudaMalloc(&device, 16));
  std::vector<int> back(4);
  static int told;
  cudaGraph_t graph;
  cudaGraphNode_t zero, first, second, third, out, host;
  GOOD(cudaGraphCreate(&graph, 0));
  // In another order than they run.
  int one = 1, three = 3, five = 5, seven = 7;
  void* add_one[] = {&device, &one};
  void* add_three[] = {&device, &three};
  void* times_five[] = {&device, &five};
  void* times_seven[] = {&device, &seven};
  cudaKernelNodeParams params;
  fill_in(params, reinterpret_cast<void*>(add), add_one);
  GOOD(cudaGraphAddKernelNode(&third, graph, nullptr, 0, &params));
  fill_in(params, reinterpret_cast<void*>(multiply), times_five);
  GOOD(cudaGraphAddKernelNode(&second, graph, nullptr, 0, &params));
  fill_in(params, reinterpret_cast<void*>(add), add_three);
  GOOD(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &params));
  cudaMemsetParams fill = {};
  fill.dst = device;
  fill.elementSize = 4;
  fill.width = 4;
  fill.height = 1;
  GOOD(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &fill));
  GOOD(cudaGraphAddMemcpyNode1D(&out, graph, &third, 1, back.data(), device, 16,
                                cudaMemcpyDeviceToHost));
  cudaHostNodeParams call = {};
  call.fn = [](void* data) { told = *static_cast<int*>(data); };
  call.userData = back.data();
  GOOD(cudaGraphAddHostNode(&host, graph, &out, 1, &call));
  const cudaGraphNode_t from[] = {zero, first, second}, to[] = {first, second, third};
  GOOD(cudaGraphAddDependencies(graph, from, to, nullptr, 3));
  std::size_t count = 0;
  GOOD(cudaGraphGetNodes(graph, nullptr, &count));
  check(count == 6, "six nodes");
  GOOD(cudaGraphGetRootNodes(graph, nullptr, &count));
  check(count == 1, "one root");
  GOOD(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count));
  check(count == 5, "five edges");
  cudaGraphExec_t exec;
  GOOD(cudaGraphInstantiate(&exec, graph, 0));
  three = 100;  // arguments were copied
  GOOD(cudaGraphLaunch(exec, nullptr));
  GOOD(cudaDeviceSynchronize());
  check(back == std::vector<int>(4, 16) && told == 16, "a graph in the order of its edges");
  fill_in(params, reinterpret_cast<void*>(multiply), times_seven);
  GOOD(cudaGraphExecKernelNodeSetParams(exec, second, &params));
  GOOD(cudaGraphLaunch(exec, nullptr));
  GOOD(cudaDeviceSynchronize());
  check(back == std::vector<int>(4, 22), "with another argument");
  cudaGraphExecUpdateResultInfo info;
  GOOD(cudaGraphExecUpdate(exec, graph, &info));
  check(info.result == cudaGraphExecUpdateSuccess, "updated");
  GOOD(cudaGraphLaunch(exec, nullptr));
  GOOD(cudaDeviceSynchronize());
  check(back == std::vector<int>(4, 16), "as the graph has it");

  cudaGraph_t parent, other;
  cudaGraphNode_t child;
  GOOD(cudaGraphCreate(&parent, 0));
  GOOD(cudaGraphAddChildGraphNode(&child, parent, nullptr, 0, graph));
  fill_in(params, reinterpret_cast<void*>(add), add_one);
  cudaGraphNode_t last;
  GOOD(cudaGraphAddKernelNode(&last, parent, &child, 1, &params));
  check(cudaGraphExecUpdate(exec, parent, &info) == cudaErrorGraphExecUpdateFailure &&
            info.result == cudaGraphExecUpdateErrorTopologyChanged,
        "another graph is no update");
  cudaGetLastError();
  GOOD(cudaGraphClone(&other, parent));
  GOOD(cudaGraphDestroy(parent));
  cudaGraphExec_t whole;
  GOOD(cudaGraphInstantiate(&whole, other, 0));
  GOOD(cudaGraphLaunch(whole, nullptr));
  GOOD(cudaMemcpy(back.data(), device, 16, cudaMemcpyDeviceToHost));
  check(back == std::vector<int>(4, 17), "a graph in a graph");
  GOOD(cudaGraphAddDependencies(graph, &third, &zero, nullptr, 1));
  check(cudaGraphInstantiate(&whole, graph, 0) == cudaErrorInvalidValue, "a graph that goes round");
  cudaGetLastError();
  GOOD(cudaGraphExecDestroy(exec));
  GOOD(cudaGraphDestroy(graph));
}

// A stream that waits for an event of one that captures is captured with it.
static void forked() {
  int *device = nullptr, *other = nullptr;
  GOOD(cudaMalloc(&device, 16));
  GOOD(cudaMalloc(&other, 16));
  GOOD(cudaMemset(device, 0, 16));
  GOOD(cudaMemset(other, 0, 16));
  cudaStream_t one, two;
  cudaEvent_t fork, join;
  GOOD(cudaStreamCreate(&one));
  GOOD(cudaStreamCreate(&two));
  GOOD(cudaEventCreate(&fork));
  GOOD(cudaEventCreate(&join));
  GOOD(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  add<<<1, 4, 0, one>>>(device, 2);
  GOOD(cudaEventRecord(fork, one));
  GOOD(cudaStreamWaitEvent(two, fork, 0));
  add<<<1, 4, 0, two>>>(other, 5);
  multiply<<<1, 4, 0, one>>>(device, 10);
  GOOD(cudaEventRecord(join, two));
  GOOD(cudaStreamWaitEvent(one, join, 0));
  cudaGraph_t graph;
  GOOD(cudaStreamEndCapture(one, &graph));
  cudaStreamCaptureStatus status;
  GOOD(cudaStreamIsCapturing(two, &status));
  check(status == cudaStreamCaptureStatusNone, "both streams are free again");
  cudaGraphExec_t exec;
  GOOD(cudaGraphInstantiate(&exec, graph, 0));
  int got[2];
  GOOD(cudaMemcpy(got + 1, other, 4, cudaMemcpyDeviceToHost));
  check(got[1] == 0, "capture runs nothing");
  GOOD(cudaGraphLaunch(exec, one));
  GOOD(cudaGraphLaunch(exec, one));
  GOOD(cudaStreamSynchronize(one));
  GOOD(cudaMemcpy(got, device, 4, cudaMemcpyDeviceToHost));
  GOOD(cudaMemcpy(got + 1, other, 4, cudaMemcpyDeviceToHost));
  check(got[0] == 220 && got[1] == 10, "two streams in a graph, twice");
}

static void spin() {
  volatile int* flags = nullptr;
  GOOD(cudaHostAlloc(const_cast<int**>(&flags), 8, cudaHostAllocMapped));
  flags[0] = flags[1] = 0;
  answer<<<1, 1>>>(flags);
  flags[0] = 1;
  while (flags[1] == 0) {
  }
  check(flags[1] == 42, "what the device answered");
  static std::atomic<int> called{0};
  GOOD(cudaLaunchHostFunc(nullptr, [](void*) { called = 1; }, nullptr));
  while (called == 0) {
  }
  GOOD(cudaDeviceSynchronize());
}

static void garbage() {
  void* const junk = &failures;
  const auto refuses = [&](int error, const char* what) {
    check(error == cudaErrorInvalidValue || error == cudaErrorInvalidResourceHandle ||
              error == cudaErrorIllegalState || error == CUDA_ERROR_INVALID_CONTEXT,
          what);
    cudaGetLastError();
  };
#define REFUSES(call) refuses(static_cast<int>(call), #call)
  const auto stream = static_cast<cudaStream_t>(junk);
  const auto event = static_cast<cudaEvent_t>(junk);
  const auto graph = static_cast<cudaGraph_t>(junk);
  const auto node = static_cast<cudaGraphNode_t>(junk);
  const auto exec = static_cast<cudaGraphExec_t>(junk);
  cudaGraphNode_t made;
  float time;
  REFUSES(cudaStreamSynchronize(stream));
  REFUSES(cudaStreamDestroy(stream));
  REFUSES(cudaStreamWaitEvent(nullptr, event, 0));
  REFUSES(cudaStreamEndCapture(stream, nullptr));
  REFUSES(cudaEventRecord(event, stream));
  REFUSES(cudaEventSynchronize(event));
  REFUSES(cudaEventElapsedTime(&time, event, event));
  REFUSES(cudaEventDestroy(event));
  REFUSES(cudaMemcpyAsync(nullptr, junk, 4, cudaMemcpyDefault, stream));
  REFUSES(cudaFree(junk));
  REFUSES(cudaFreeHost(junk));
  REFUSES(cudaGraphLaunch(exec, nullptr));
  REFUSES(cudaGraphExecDestroy(exec));
  REFUSES(cudaGraphDestroy(graph));
  REFUSES(cudaGraphAddEmptyNode(&made, graph, nullptr, 0));
  REFUSES(cudaGraphAddDependencies(graph, &node, &node, nullptr, 1));
  int number;
  REFUSES(cuStreamSynchronize(reinterpret_cast<CUstream>(junk)));
  REFUSES(cuEventRecord(reinterpret_cast<CUevent>(junk), nullptr));
  REFUSES(cuLaunchKernel(reinterpret_cast<CUfunction>(junk), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                         nullptr));
  CUfunction function;
  CUdeviceptr address;
  std::size_t bytes;
  REFUSES(cuModuleUnload(reinterpret_cast<CUmodule>(junk)));
  REFUSES(cuModuleGetFunction(&function, reinterpret_cast<CUmodule>(junk), "k"));
  REFUSES(cuModuleGetGlobal(&address, &bytes, reinterpret_cast<CUmodule>(junk), "k"));
  REFUSES(
      cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, reinterpret_cast<CUfunction>(junk)));
  REFUSES(cuCtxSetCurrent(reinterpret_cast<CUcontext>(junk)));
  REFUSES(cuCtxDestroy(reinterpret_cast<CUcontext>(junk)));
  REFUSES(cuLinkComplete(reinterpret_cast<CUlinkState>(junk), nullptr, nullptr));
  REFUSES(cuLinkDestroy(reinterpret_cast<CUlinkState>(junk)));
}

int main(int count, char** words) {
  const char* const mode = count > 1 ? words[1] : "";
  if (std::strcmp(mode, "spin") == 0) {
    spin();
    return failures;
  }
  if (std::strcmp(mode, "memory") == 0) {  // under a limit: an error, no end of the program
    int* memory = nullptr;
    cudaMalloc(&memory, 64 << 20);
    std::vector<char> block(64 << 20);
    const int error = cudaMemcpyAsync(memory, block.data(), block.size(), cudaMemcpyHostToDevice);
    std::printf("error %d\n", error);
    return 0;
  }
  built();
  forked();
  garbage();
  int value;
  check(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0) ==
            CUDA_ERROR_NOT_SUPPORTED,
        "an entry of the driver that is not there");
  void* entry = &value;
  CUdriverProcAddressQueryResult found;
  cuGetProcAddress("cuDeviceGetP2PAttribute", &entry, 13000, 0, &found);
  check(entry == nullptr && found == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND, "and is not told");
  GOOD(cudaDeviceSynchronize());
  return failures;
}
