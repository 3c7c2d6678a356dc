// The entries of programs built with default streams per thread (nvcc --default-stream per-thread):
// those of the other name, with null for the stream of the thread.
#include "runtime/per_thread.hpp"

using namespace emu;

struct Location {
  int type, id;
};

// Over when they return.
OF_THREAD(cudaMemcpy, _ptds, (void* to, const void* from, std::size_t bytes, int kind),
          (to, from, bytes, kind))
OF_THREAD(cudaMemcpy2D, _ptds,
          (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
           std::size_t width, std::size_t height, int kind),
          (to, to_pitch, from, from_pitch, width, height, kind))
OF_THREAD(cudaMemcpyToSymbol, _ptds,
          (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, int kind),
          (symbol, from, bytes, offset, kind))
OF_THREAD(cudaMemcpyFromSymbol, _ptds,
          (void* to, const void* symbol, std::size_t bytes, std::size_t offset, int kind),
          (to, symbol, bytes, offset, kind))
OF_THREAD(cudaMemset, _ptds, (void* to, int value, std::size_t bytes), (to, value, bytes))
OF_THREAD(cudaMemset2D, _ptds,
          (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height),
          (to, pitch, value, width, height))

// In a stream.
OF_THREAD(cudaMemcpyAsync, _ptsz,
          (void* to, const void* from, std::size_t bytes, int kind, void* stream),
          (to, from, bytes, kind, stream))
OF_THREAD(cudaMemcpy2DAsync, _ptsz,
          (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
           std::size_t width, std::size_t height, int kind, void* stream),
          (to, to_pitch, from, from_pitch, width, height, kind, stream))
OF_THREAD(cudaMemcpyToSymbolAsync, _ptsz,
          (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, int kind,
           void* stream),
          (symbol, from, bytes, offset, kind, stream))
OF_THREAD(cudaMemcpyFromSymbolAsync, _ptsz,
          (void* to, const void* symbol, std::size_t bytes, std::size_t offset, int kind,
           void* stream),
          (to, symbol, bytes, offset, kind, stream))
OF_THREAD(cudaMemsetAsync, _ptsz, (void* to, int value, std::size_t bytes, void* stream),
          (to, value, bytes, stream))
OF_THREAD(cudaMemset2DAsync, _ptsz,
          (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
           void* stream),
          (to, pitch, value, width, height, stream))
OF_THREAD(cudaMemPrefetchAsync, _ptsz,
          (const void* pointer, std::size_t bytes, Location to, unsigned flags, void* stream),
          (pointer, bytes, to, flags, stream))
OF_THREAD(cudaMallocAsync, _ptsz, (void** pointer, std::size_t bytes, void* stream),
          (pointer, bytes, stream))
OF_THREAD(cudaFreeAsync, _ptsz, (void* pointer, void* stream), (pointer, stream))

OF_THREAD(__cudaLaunchKernel, _ptsz,
          (void* handle, abi::Dim3 grid, abi::Dim3 block, void** arguments, std::size_t shared,
           void* stream),
          (handle, grid, block, arguments, shared, stream))
OF_THREAD(cudaLaunchKernel, _ptsz,
          (const void* function, abi::Dim3 grid, abi::Dim3 block, void** arguments,
           std::size_t shared, void* stream),
          (function, grid, block, arguments, shared, stream))
OF_THREAD(cudaLaunchCooperativeKernel, _ptsz,
          (const void* function, abi::Dim3 grid, abi::Dim3 block, void** arguments,
           std::size_t shared, void* stream),
          (function, grid, block, arguments, shared, stream))
OF_THREAD(cudaLaunchHostFunc, _ptsz, (void* stream, void (*function)(void*), void* data),
          (stream, function, data))
OF_THREAD(cudaStreamAddCallback, _ptsz,
          (void* stream, void (*callback)(void*, int, void*), void* data, unsigned flags),
          (stream, callback, data, flags))

OF_THREAD(cudaStreamSynchronize, _ptsz, (void* stream), (stream))
OF_THREAD(cudaStreamQuery, _ptsz, (void* stream), (stream))
OF_THREAD(cudaStreamWaitEvent, _ptsz, (void* stream, void* event, unsigned flags),
          (stream, event, flags))
OF_THREAD(cudaStreamGetFlags, _ptsz, (void* stream, unsigned* flags), (stream, flags))
OF_THREAD(cudaStreamGetPriority, _ptsz, (void* stream, int* priority), (stream, priority))
OF_THREAD(cudaEventRecord, _ptsz, (void* event, void* stream), (event, stream))

OF_THREAD(cudaStreamBeginCapture, _ptsz, (void* stream, int mode), (stream, mode))
OF_THREAD(cudaStreamEndCapture, _ptsz, (void* stream, void** graph), (stream, graph))
OF_THREAD(cudaStreamIsCapturing, _ptsz, (void* stream, int* status), (stream, status))
OF_THREAD(cudaGraphLaunch, _ptsz, (void* executable, void* stream), (executable, stream))
