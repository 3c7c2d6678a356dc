// Functions that are called on the host and on every device.
#pragma once

/// Marks an inline function that kernels of CUDA and HIP call, too.  OpenMP needs no mark: a
/// function that a target region calls is compiled for the device where its definition is seen
/// (OpenMP 5.0, 2.12.7).
#if defined(__CUDACC__) || defined(__HIP__)
#define LEAGUE_PORTABLE __host__ __device__
#else
#define LEAGUE_PORTABLE
#endif
