// The driver's entries for programs built with default streams per thread.
#include "runtime/per_thread.hpp"

using Address = unsigned long long;
using Size = std::size_t;

// Over when they return.
OF_THREAD(cuMemcpy, _ptds, (Address to, Address from, Size bytes), (to, from, bytes))
OF_THREAD(cuMemcpyHtoD_v2, _ptds, (Address to, const void* from, Size bytes), (to, from, bytes))
OF_THREAD(cuMemcpyDtoH_v2, _ptds, (void* to, Address from, Size bytes), (to, from, bytes))
OF_THREAD(cuMemcpyDtoD_v2, _ptds, (Address to, Address from, Size bytes), (to, from, bytes))
OF_THREAD(cuMemsetD8_v2, _ptds, (Address to, unsigned char value, Size count), (to, value, count))
OF_THREAD(cuMemsetD32_v2, _ptds, (Address to, unsigned value, Size count), (to, value, count))

// In a stream.
OF_THREAD(cuMemcpyAsync, _ptsz, (Address to, Address from, Size bytes, void* stream),
          (to, from, bytes, stream))
OF_THREAD(cuMemcpyHtoDAsync_v2, _ptsz, (Address to, const void* from, Size bytes, void* stream),
          (to, from, bytes, stream))
OF_THREAD(cuMemcpyDtoHAsync_v2, _ptsz, (void* to, Address from, Size bytes, void* stream),
          (to, from, bytes, stream))
OF_THREAD(cuMemcpyDtoDAsync_v2, _ptsz, (Address to, Address from, Size bytes, void* stream),
          (to, from, bytes, stream))
OF_THREAD(cuMemcpyPeerAsync, _ptsz,
          (Address to, void* there, Address from, void* here, Size bytes, void* stream),
          (to, there, from, here, bytes, stream))
OF_THREAD(cuMemsetD8Async, _ptsz, (Address to, unsigned char value, Size count, void* stream),
          (to, value, count, stream))
OF_THREAD(cuMemsetD16Async, _ptsz, (Address to, unsigned short value, Size count, void* stream),
          (to, value, count, stream))
OF_THREAD(cuMemsetD32Async, _ptsz, (Address to, unsigned value, Size count, void* stream),
          (to, value, count, stream))
OF_THREAD(cuMemsetD2D8Async, _ptsz,
          (Address to, Size pitch, unsigned char value, Size width, Size height, void* stream),
          (to, pitch, value, width, height, stream))
OF_THREAD(cuMemsetD2D16Async, _ptsz,
          (Address to, Size pitch, unsigned short value, Size width, Size height, void* stream),
          (to, pitch, value, width, height, stream))
OF_THREAD(cuMemsetD2D32Async, _ptsz,
          (Address to, Size pitch, unsigned value, Size width, Size height, void* stream),
          (to, pitch, value, width, height, stream))
OF_THREAD(cuMemFreeAsync, _ptsz, (Address address, void* stream), (address, stream))

OF_THREAD(cuLaunchKernel, _ptsz,
          (void* kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
           unsigned block_y, unsigned block_z, unsigned shared, void* stream, void** arguments,
           void** extra),
          (kernel, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments,
           extra))
OF_THREAD(cuLaunchKernelEx, _ptsz,
          (const void* config, void* kernel, void** arguments, void** extra),
          (config, kernel, arguments, extra))
OF_THREAD(cuLaunchCooperativeKernel, _ptsz,
          (void* kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
           unsigned block_y, unsigned block_z, unsigned shared, void* stream, void** arguments),
          (kernel, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments))
OF_THREAD(cuLaunchHostFunc, _ptsz, (void* stream, void (*function)(void*), void* data),
          (stream, function, data))
OF_THREAD(cuStreamAddCallback, _ptsz,
          (void* stream, void (*callback)(void*, int, void*), void* data, unsigned flags),
          (stream, callback, data, flags))

OF_THREAD(cuStreamSynchronize, _ptsz, (void* stream), (stream))
OF_THREAD(cuStreamQuery, _ptsz, (void* stream), (stream))
OF_THREAD(cuStreamWaitEvent, _ptsz, (void* stream, void* event, unsigned flags),
          (stream, event, flags))
OF_THREAD(cuEventRecord, _ptsz, (void* event, void* stream), (event, stream))
