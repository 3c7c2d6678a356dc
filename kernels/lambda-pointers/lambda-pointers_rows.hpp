// A number that is known at run time becomes that many arguments, so that a loop names as many
// pointers, each by itself.
#pragma once

#include <cstddef>
#include <utility>

#include "lambda-pointers.hpp"

template <typename Real, typename Call, std::size_t... k>
void call_with(Real* y, int length, Call call, std::index_sequence<k...>) {
  call((y + long(k) * length)...);
}

/// call(y_0, y_1, ...) with the beginnings of all arrays.
template <std::size_t at = 0, typename Real, typename Call>
void with_pointers(const LambdaPointers::Class& cls, Real* y, Call call) {
  constexpr int count = LambdaPointers::counts[at];
  if (cls.pointers == count)
    call_with(y, LambdaPointers::length(cls), call, std::make_index_sequence<count>{});
  else if constexpr (at + 1 < LambdaPointers::counts.size())
    with_pointers<at + 1>(cls, y, call);
}

/// Brings every array to the device, as a mapping of its own, and back when its life ends.
template <typename Real>
class MappedArrays {
 public:
  MappedArrays(const LambdaPointers::Class& cls, Real* y)
      : y_(y), count_(cls.pointers), length_(LambdaPointers::length(cls)) {
    for (int k = 0; k < count_; ++k) {
      Real* array = y_ + long(k) * length_;
      #pragma omp target enter data map(to : array[0 : length_])
    }
  }
  ~MappedArrays() {
    for (int k = 0; k < count_; ++k) {
      Real* array = y_ + long(k) * length_;
      #pragma omp target exit data map(from : array[0 : length_])
    }
  }
  MappedArrays(const MappedArrays&) = delete;
  MappedArrays& operator=(const MappedArrays&) = delete;

 private:
  Real* y_;
  int count_;
  int length_;
};
