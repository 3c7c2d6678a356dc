// CUDA's names for HIP, as far as CUDA variants use them: found in the place of CUDA's own header.
// Warps are 32 lanes as in the sources, so that a wave of 64 lanes is two of them: what is called
// `_sync` here looks at the half of the wave that calls it.  A mask names all lanes of a warp.
#pragma once

#define HIP_DISABLE_WARP_SYNC_BUILTINS  // those of later HIP, of whole waves
#include <hip/hip_runtime.h>

#include <cstddef>
#include <type_traits>

#define cudaDevAttrComputeCapabilityMajor hipDeviceAttributeComputeCapabilityMajor
#define cudaDevAttrMaxSharedMemoryPerBlockOptin hipDeviceAttributeMaxSharedMemoryPerBlock
#define cudaDevAttrMultiProcessorCount hipDeviceAttributeMultiprocessorCount
#define cudaDeviceAttr hipDeviceAttribute_t
#define cudaDeviceGetAttribute hipDeviceGetAttribute
#define cudaDeviceProp hipDeviceProp_t
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaErrorMemoryAllocation hipErrorOutOfMemory
#define cudaError_t hipError_t
#define cudaEventCreate hipEventCreate
#define cudaEventElapsedTime hipEventElapsedTime
#define cudaEventRecord hipEventRecord
#define cudaEvent_t hipEvent_t
#define cudaFree hipFree
#define cudaFreeHost hipHostFree
#define cudaGetDevice hipGetDevice
#define cudaGetDeviceCount hipGetDeviceCount
#define cudaGetDeviceProperties hipGetDeviceProperties
#define cudaGetErrorString hipGetErrorString
#define cudaGetLastError hipGetLastError
#define cudaGraphDestroy hipGraphDestroy
#define cudaGraphExecDestroy hipGraphExecDestroy
#define cudaGraphExec_t hipGraphExec_t
#define cudaGraphInstantiateWithFlags hipGraphInstantiateWithFlags
#define cudaGraphLaunch hipGraphLaunch
#define cudaGraph_t hipGraph_t
#define cudaHostAlloc hipHostMalloc
#define cudaHostAllocMapped hipHostMallocMapped
#define cudaHostRegister hipHostRegister
#define cudaHostRegisterDefault hipHostRegisterDefault
#define cudaHostUnregister hipHostUnregister
#define cudaMalloc hipMalloc
#define cudaMemGetInfo hipMemGetInfo
#define cudaMemcpy hipMemcpy
#define cudaMemcpy2D hipMemcpy2D
#define cudaMemcpy2DAsync hipMemcpy2DAsync
#define cudaMemcpyAsync hipMemcpyAsync
#define cudaMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaMemset hipMemset
#define cudaMemsetAsync hipMemsetAsync
#define cudaStreamBeginCapture hipStreamBeginCapture
#define cudaStreamCaptureModeRelaxed hipStreamCaptureModeRelaxed
#define cudaStreamCreate hipStreamCreate
#define cudaStreamCreateWithFlags hipStreamCreateWithFlags
#define cudaStreamDestroy hipStreamDestroy
#define cudaStreamEndCapture hipStreamEndCapture
#define cudaStreamNonBlocking hipStreamNonBlocking
#define cudaStreamSynchronize hipStreamSynchronize
#define cudaStream_t hipStream_t
#define cudaSuccess hipSuccess
// The most shared memory needs no leave here.
#define cudaFuncAttributeMaxDynamicSharedMemorySize hipFuncAttributeMaxDynamicSharedMemorySize

template <typename Kernel>
hipError_t cudaFuncSetAttribute(Kernel* kernel, hipFuncAttribute attribute, int value) {
  return hipFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <typename Kernel>
hipError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                       std::size_t shared = 0, hipStream_t stream = nullptr) {
  return hipLaunchCooperativeKernel(kernel, grid, block, arguments, unsigned(shared), stream);
}
template <typename Kernel>
hipError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel, int threads,
                                                         std::size_t shared) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}

#define __grid_constant__

constexpr int lanes_of_a_warp = 32;

template <typename T>
__device__ inline T __shfl_sync(unsigned, T value, int lane, int width = lanes_of_a_warp) {
  return __shfl(value, lane, width);
}
template <typename T>
__device__ inline T __shfl_up_sync(unsigned, T value, unsigned apart, int width = lanes_of_a_warp) {
  return __shfl_up(value, apart, width);
}
template <typename T>
__device__ inline T __shfl_down_sync(unsigned, T value, unsigned apart,
                                     int width = lanes_of_a_warp) {
  return __shfl_down(value, apart, width);
}
__device__ inline unsigned __ballot_sync(unsigned, int predicate) {
  return unsigned(__ballot(predicate) >> (__lane_id() & lanes_of_a_warp));
}
__device__ inline void __syncwarp() {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}

/// Past the L1 cache, where other blocks write.
template <typename T>
__device__ inline T __ldcg(const T* from) {
  return __hip_atomic_load(from, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
/// What is read once.
template <typename T>
__device__ inline T __ldcs(const T* from) {
  return __builtin_nontemporal_load(from);
}
/// What is not read again.
__device__ inline void __stcs(float4* to, float4 value) {
  using Four = float __attribute__((ext_vector_type(4)));
  __builtin_nontemporal_store(Four{value.x, value.y, value.z, value.w},
                              reinterpret_cast<Four*>(to));
}

// That of HIP 5.2 names an intrinsic that LLVM 19 has not any more.
__device__ inline unsigned increased(unsigned* of, unsigned most) {
  return __builtin_amdgcn_atomic_inc32(of, most, __ATOMIC_RELAXED, "agent");
}
#define atomicInc increased

// Some versions of HIP have none for signed numbers; where there is one, it is taken.
template <typename T>
__device__ inline std::enable_if_t<std::is_same_v<T, long long>, T> atomicMin(T* of, T value) {
  return __hip_atomic_fetch_min(of, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
template <typename T>
__device__ inline std::enable_if_t<std::is_same_v<T, long long>, T> atomicMax(T* of, T value) {
  return __hip_atomic_fetch_max(of, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
