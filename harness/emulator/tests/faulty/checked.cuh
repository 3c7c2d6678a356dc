// What the programs of this folder share: an error of a call ends the program with its place and
// name; a wrong answer is a line.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECKED(call) checked(call, __FILE__, __LINE__)

inline void checked(cudaError_t error, const char* file, int line) {
  if (error == cudaSuccess) return;
  const char* const name = std::strrchr(file, '/');
  std::printf("%s:%d: %s\n", name ? name + 1 : file, line, cudaGetErrorName(error));
  std::exit(1);
}

/// The exit code: whether what was computed is what was wanted.
template <typename Value>
int answer(const Value& got, const Value& wanted) {
  if (got == wanted) return 0;
  std::printf("wrong answer\n");
  return 1;
}

template <typename Value>
Value* uploaded(const std::vector<Value>& values) {
  Value* there = nullptr;
  CHECKED(cudaMalloc(&there, values.size() * sizeof(Value)));
  CHECKED(cudaMemcpy(there, values.data(), values.size() * sizeof(Value), cudaMemcpyHostToDevice));
  return there;
}

template <typename Value>
std::vector<Value> downloaded(const Value* there, std::size_t count) {
  std::vector<Value> values(count);
  CHECKED(cudaMemcpy(values.data(), there, count * sizeof(Value), cudaMemcpyDeviceToHost));
  return values;
}
