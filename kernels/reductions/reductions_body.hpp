// Types that OpenMP has no operators for: `declare reduction` has to name them.
#pragma once

#include <limits>

/// As a device moves it: by one load.
struct alignas(16) Complex {
  double re = 0, im = 0;
};
inline Complex& operator+=(Complex& a, const Complex& b) {
  a = {a.re + b.re, a.im + b.im};
  return a;
}
inline Complex& operator*=(Complex& a, const Complex& b) {
  a = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  return a;
}

/// The least value so far and where it is; of equal ones the first.
template <typename T>
struct Place {
  T value;
  int index;
};
template <typename T>
Place<T> first_of(const Place<T>& a, const Place<T>& b) {
  return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}
/// Makes it one that leaves every other as it is.
template <typename T>
void make_neutral(Place<T>& place) {
  place = {std::numeric_limits<T>::max(), 0};
}
