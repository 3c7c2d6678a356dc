// What the host may not touch: memory of the device, and pinned memory that is still to be copied.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime_calls.hpp"
#include "verdict.hpp"

using namespace emu::test;

namespace {

constexpr int to_device = 1, to_host = 2;

// The host goes to an address of the device: a line, then the fault of the real one.
void host_access() {
  int* array = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), 256);
  int ends[2];
  check(pipe(ends) == 0, "a pipe");
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    *static_cast<volatile int*>(array) = 1;
    _exit(0);
  }
  close(ends[1]);
  char line[200] = {};
  check(read(ends[0], line, sizeof line - 1) > 0 &&
            std::strstr(line, "host-access: the host touched device memory at 0x"),
        line);
  int status = 0;
  waitpid(child, &status, 0);
  check(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "and it faults");
  close(ends[0]);
  cudaFree(array);
}

// The host reads, or writes, what the device is still to write: work comes late, the first access
// of each is found, neighbours are nobody's business.
void host_before_the_device() {
  constexpr std::size_t page = 4096, bytes = 2 * page + 100;
  int *array = nullptr, *other = nullptr;
  char *pinned = nullptr, *own = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), bytes);
  cudaMalloc(reinterpret_cast<void**>(&other), bytes);
  cudaMemset(array, 1, bytes);
  cudaDeviceSynchronize();
  cudaHostAlloc(reinterpret_cast<void**>(&pinned), bytes, 0);
  own = static_cast<char*>(std::aligned_alloc(page, 3 * page));
  std::memset(own, 7, 3 * page);
  check(cudaHostRegister(own, bytes, 0) == 0, "memory of the host is registered");
  void *one = nullptr, *two = nullptr;
  cudaStreamCreateWithFlags(&one, 1);
  cudaStreamCreateWithFlags(&two, 1);
  enum class Of { whole, part, fill };
  const auto found = [&](char* memory, Of what, std::size_t touched, bool write, bool wait) {
    std::memset(memory, 7, bytes);
    const unsigned long before = gpu_emulator_findings();
    const std::size_t moved = what == Of::part ? page + 50 : bytes;
    if (what == Of::fill)
      cudaMemsetAsync(memory, 1, moved, one);
    else
      cudaMemcpyAsync(memory, array, moved, to_host, one);
    cudaMemsetAsync(other, 1, bytes, two);
    cudaStreamSynchronize(two);  // of no use here
    if (wait) cudaStreamSynchronize(one);
    volatile char* const at = memory + touched;
    check(*at == (wait ? 1 : 7), "work is late");
    if (write) *at = 5;
    check(cudaStreamSynchronize(one) == 0 && memory[0] == 1, "it is done for all that");
    return gpu_emulator_findings() - before;
  };
  for (char* memory : {pinned, own})
    for (const Of what : {Of::whole, Of::part, Of::fill}) {
      check(found(memory, what, 0, false, false) == 1, "the host reads too early");
      check(found(memory, what, page - 1, true, false) == 1, "it reads and writes too early");
      check(found(memory, what, 0, false, true) == 0, "it waits");
    }
  check(found(pinned, Of::whole, 2 * page + 50, false, false) == 1, "the last page is its own");
  check(found(own, Of::whole, 2 * page + 50, false, false) == 0, "here it is others', too");
  check(found(pinned, Of::part, page + 60, false, false) == 0, "behind a part of it");
  check(std::strstr(gpu_emulator_first_finding(), "host-access: the host read 0x") &&
            std::strstr(gpu_emulator_first_finding(),
                        " of emulator_host_access_test) of pinned memory"),
        gpu_emulator_first_finding());
  const unsigned long late = gpu_emulator_findings();
  cudaMemcpyAsync(pinned, array, bytes, to_host, one);
  check(*static_cast<volatile char*>(pinned) != 9, "read at once");
  check(cudaStreamSynchronize(one) == 0 && gpu_emulator_findings() == late + 1, "which is found");
  // A later copy and a function of the stream may go where the next is to write.
  int seen = 0;
  struct Told {
    char* from;
    int* to;
  } told = {pinned, &seen};
  const unsigned long before = gpu_emulator_findings();
  std::memset(pinned, 1, bytes);
  cudaLaunchHostFunc(
      one, [](void* data) { *static_cast<Told*>(data)->to = *static_cast<Told*>(data)->from; },
      &told);
  cudaMemcpyAsync(pinned, array, bytes, to_host, one);
  cudaMemcpyAsync(array, pinned, bytes, to_device, one);
  check(cudaStreamSynchronize(one) == 0 && seen == 1, "a function of the stream reads it");
  check(gpu_emulator_findings() == before, "in the order of a stream");
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaHostUnregister(own);
  std::free(own);
  cudaFreeHost(pinned);
  cudaFree(other);
  cudaFree(array);
}

// The host changes what a copy is still to read, once too early and once behind it.
void changes_of_the_host() {
  int* array = nullptr;
  int* pinned = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&array), 256);
  cudaHostAlloc(reinterpret_cast<void**>(&pinned), 256, 0);
  pinned[0] = 1;
  cudaDeviceSynchronize();
  for (const bool early : {true, false}) {
    const unsigned long before = gpu_emulator_findings();
    cudaMemcpyAsync(array, pinned, 256, to_device, nullptr);
    if (!early) cudaDeviceSynchronize();
    ++pinned[63];
    cudaDeviceSynchronize();
    check(gpu_emulator_findings() - before == early, "what a copy is still to read changes");
  }
  const unsigned long before = gpu_emulator_findings();
  cudaMemcpyAsync(pinned, array, 256, to_host, nullptr);
  cudaMemcpyAsync(array, pinned, 256, to_device, nullptr);
  cudaDeviceSynchronize();
  check(gpu_emulator_findings() == before, "a copy changes what the next one reads");
  cudaFree(array);
}

}  // namespace

int main() {
  host_access();
  host_before_the_device();
  changes_of_the_host();
  return result();
}
