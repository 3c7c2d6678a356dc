// Terms whose sums are exact in every type and order.
#pragma once

#include "reductions_check.hpp"

// Integers from -254 to 254, with 1 in the place of 0, so that every lost or doubled one shows.
// Their period is a prime, so they are balanced along any stride that is no multiple of it: sums of
// contiguous, cyclic or blocked pieces stay far below 2^24, at any length.
inline int integer(int number, std::size_t i) {
  const int value = int((i + 61 * std::size_t(number)) % 509) - 254;
  return value == 0 ? 1 : value;
}

/// Element i of a row; the parts of a complex number are those of two rows.
template <typename T>
T term(int number, std::size_t i) {
  if constexpr (std::is_same_v<T, Complex>)
    return {term<double>(number, i), term<double>(number + 1, i)};
  else
    return T(integer(number, i)) * scale<T>();
}

/// What the sum of a row starts from.
template <typename T>
T first_term(int number) {
  if constexpr (std::is_same_v<T, Complex>)
    return {first_term<double>(number), first_term<double>(number + 1)};
  else
    return T(number + 1) * scale<T>();
}

/// The start plus terms first, first + stride, ... of the first n, by integers.
template <typename T>
double sum_of_terms(int number, std::size_t first, std::size_t stride, std::size_t n) {
  long sum = number + 1;
  for (std::size_t i = first; i < n; i += stride) sum += integer(number, i);
  if constexpr (std::is_same_v<T, Complex>)
    return double(sum) * scale<double>();
  else
    return double(sum) * double(scale<T>());
}
