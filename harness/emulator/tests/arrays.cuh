// What failed, and arrays to a GPU and back, for tests that are programs of CUDA.
#pragma once

#include <cstdio>
#include <vector>

static int failures = 0;
static void check(bool good, const char* what) {
  if (good) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}

template <typename T>
static T* up(const std::vector<T>& from) {
  T* to = nullptr;
  cudaMalloc(&to, from.size() * sizeof(T));
  cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}
template <typename T>
static std::vector<T> down(const T* from, std::size_t count) {
  std::vector<T> to(count);
  const int error = cudaMemcpy(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost);
  if (error) std::printf("FAILED: error %d\n", error), ++failures;
  return to;
}
