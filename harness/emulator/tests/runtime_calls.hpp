// Of the runtime's interface what its test calls.
#pragma once

#include <cstddef>

extern "C" {
struct Dim3 {
  unsigned x, y, z;
};
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFatBinaryEnd(void**);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, void*, void*, void*,
                            void*, int*);
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int);
int cudaLaunchKernel(const void*, Dim3, Dim3, void**, std::size_t, void*);
int cudaLaunchCooperativeKernel(const void*, Dim3, Dim3, void**, std::size_t, void*);
int cudaMalloc(void**, std::size_t);
int cudaFree(void*);
int cudaMemcpy(void*, const void*, std::size_t, int);
int cudaMemcpyAsync(void*, const void*, std::size_t, int, void*);
int cudaMemcpy2D(void*, std::size_t, const void*, std::size_t, std::size_t, std::size_t, int);
int cudaMemset(void*, int, std::size_t);
int cudaMemcpyToSymbol(const void*, const void*, std::size_t, std::size_t, int);
int cudaMallocManaged(void**, std::size_t, unsigned);
int cudaMallocPitch(void**, std::size_t*, std::size_t, std::size_t);
int cudaPointerGetAttributes(void*, const void*);
struct Location {
  int type, id;
};
int cudaMemPrefetchAsync(const void*, std::size_t, Location, unsigned, void*);
int cudaLaunchHostFunc(void*, void (*)(void*), void*);
int cudaMemcpyFromSymbolAsync(void*, const void*, std::size_t, std::size_t, int, void*);
int cudaMemset2DAsync(void*, std::size_t, int, std::size_t, std::size_t, void*);
int cudaStreamIsCapturing(void*, int*);
int cudaStreamGetFlags(void*, unsigned*);
int cudaDeviceGetLimit(std::size_t*, int);
int cudaHostAlloc(void**, std::size_t, unsigned);
int cudaFreeHost(void*);
int cudaHostRegister(void*, std::size_t, unsigned);
int cudaHostUnregister(void*);
int cudaMemsetAsync(void*, int, std::size_t, void*);
int cudaStreamCreate(void**);
int cudaStreamCreateWithFlags(void**, unsigned);
int cudaStreamDestroy(void*);
int cudaStreamSynchronize(void*);
int cudaStreamQuery(void*);
int cudaStreamWaitEvent(void*, void*, unsigned);
int cudaEventCreate(void**);
int cudaEventRecord(void*, void*);
int cudaEventSynchronize(void*);
int cudaEventQuery(void*);
int cudaEventDestroy(void*);
int cudaStreamBeginCapture(void*, int);
int cudaStreamEndCapture(void*, void**);
int cudaGraphInstantiate(void**, void*, unsigned long long);
int cudaGraphLaunch(void*, void*);
int cudaGraphDestroy(void*);
int cudaGraphExecDestroy(void*);
int cudaDeviceSynchronize();
int cudaGetLastError();
int cudaPeekAtLastError();
const char* cudaGetErrorName(int);
int cudaGetDeviceCount(int*);
int cudaDeviceGetAttribute(int*, int, int);
int cudaFuncSetAttribute(const void*, int, int);
int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, std::size_t);
const char* gpu_emulator_device();
unsigned long gpu_emulator_findings();
bool gpu_emulator_done(double* done);
const char* gpu_emulator_counts();
const char* gpu_emulator_first_finding();
const char* gpu_emulator_last_finding();
}
