// Blocks that a multiprocessor holds, against the vendor's own header where the toolkit is
// installed. occupancy TABLE: also every line of a table "threads registers shared blocks" of an
// H100, which the harness's own computation is held against, too.
#include <cuda_runtime.h>
// behind it
#include <cuda_occupancy.h>

#include <cstdio>

#include "gpu/gpus.hpp"

namespace {

int vendors(const emu::Gpu& gpu, int threads, int registers, int shared) {
  cudaOccDeviceProp device;
  device.computeMajor = gpu.major;
  device.computeMinor = gpu.minor;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiprocessor = 2048;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536;
  device.warpSize = 32;
  device.sharedMemPerBlock = 48 * 1024;
  device.sharedMemPerMultiprocessor = gpu.shared_per_multiprocessor;
  device.sharedMemPerBlockOptin = gpu.shared_per_block;
  device.reservedSharedMemPerBlock = 1024;
  device.numSms = static_cast<int>(gpu.multiprocessors);
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = 1024;
  kernel.numRegs = registers;
  kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  kernel.maxDynamicSharedSizeBytes = gpu.shared_per_block;
  kernel.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result;
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &device, &kernel, &state, threads, static_cast<size_t>(shared));
  return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : 0;
}

int differing(const emu::Gpu& gpu, int threads, int registers, int shared) {
  const int wanted = vendors(gpu, threads, registers, shared);
  const auto ours = static_cast<int>(emu::resident_blocks(gpu, static_cast<unsigned>(threads),
                                                          static_cast<unsigned>(shared),
                                                          static_cast<unsigned>(registers)));
  if (ours == wanted) return 0;
  std::printf(
      "%s, %d threads of %d registers, %d bytes shared: %d blocks, the vendor's header says %d\n",
      gpu.key, threads, registers, shared, ours, wanted);
  return 1;
}

}  // namespace

int main(int count, char** words) {
  int wrong = 0, shapes = 0;
  for (const char* key : {"a100", "h100", "h200"})
    for (int threads = 1; threads <= 1056; threads += threads % 32 == 0 ? 1 : 31)
      for (int registers = 1; registers <= 255; registers += registers < 32 ? 31 : 7)
        for (const int shared :
             {0, 1, 127, 128, 1024, 8192, 16384, 33000, 48000, 100000, 160000, 200000}) {
          const emu::Gpu& gpu = *emu::find_gpu(key);
          if (shared > static_cast<int>(gpu.shared_per_block)) continue;
          ++shapes;
          if (wrong < 20) wrong += differing(gpu, threads, registers, shared);
        }
  std::FILE* table = count > 1 ? std::fopen(words[1], "r") : nullptr;
  int threads, registers, shared, blocks;
  while (table && std::fscanf(table, "%d %d %d %d", &threads, &registers, &shared, &blocks) == 4) {
    ++shapes;
    if (vendors(*emu::find_gpu("h100"), threads, registers, shared) != blocks) {
      std::printf("table: %d %d %d is not %d\n", threads, registers, shared, blocks);
      ++wrong;
    }
  }
  std::printf("%d of %d shapes differ\n", wrong, shapes);
  return wrong != 0;
}
