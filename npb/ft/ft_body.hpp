// What the variants share: the transform of a few points in registers, and the elements of tables.
//
// Lines are transformed in place, in passes.  A pass of the forward transform takes a block of
// `length` points, transforms each set of `radix` points that are length / radix apart, and leaves
// blocks that are shorter by the radix; the frequencies come out in the order of reversed digits.
// The backward transform undoes this pass by pass, from that order to the natural one.  Nothing is
// ever sorted: whoever needs the frequency at a position asks frequency().
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "../random.hpp"
#include "league/portable.hpp"

namespace ft {

constexpr double pi = 3.14159265358979323846;
constexpr double alpha = 1e-6;             ///< diffusion coefficient
constexpr std::uint64_t seed = 314159265;  ///< of the initial field
constexpr std::uint64_t first_state = npb::multiplier * seed;
constexpr int samples = 1024;  ///< points that a checksum adds up

/// A complex number as plain as a device likes it.
struct Complex {
  double re, im;
};
LEAGUE_PORTABLE inline Complex operator+(Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}
LEAGUE_PORTABLE inline Complex operator-(Complex a, Complex b) {
  return {a.re - b.re, a.im - b.im};
}
LEAGUE_PORTABLE inline Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
LEAGUE_PORTABLE inline Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }
LEAGUE_PORTABLE inline Complex conjugate(Complex a) { return {a.re, -a.im}; }

/// The number times i (sign +1) or -i (sign -1).
template <int sign>
LEAGUE_PORTABLE inline Complex turned(Complex a) {
  return {-sign * a.im, sign * a.re};
}

/// a_q <- sum of a_j exp(sign 2 pi i j q / 4).
template <int sign>
LEAGUE_PORTABLE inline void transform4(Complex& a0, Complex& a1, Complex& a2, Complex& a3) {
  const Complex even = a0 + a2, odd = a1 + a3;
  const Complex down = a0 - a2, side = turned<sign>(a1 - a3);
  a0 = even + odd;
  a1 = down + side;
  a2 = even - odd;
  a3 = down - side;
}

/// a_q <- sum of a_j exp(sign 2 pi i j q / 8).
template <int sign>
LEAGUE_PORTABLE inline void transform8(Complex (&a)[8]) {
  constexpr double half = 0.70710678118654752440;  // of sqrt(2)
  transform4<sign>(a[0], a[2], a[4], a[6]);
  transform4<sign>(a[1], a[3], a[5], a[7]);
  const Complex b0 = a[0], b1 = a[2], b2 = a[4], b3 = a[6];
  const Complex c0 = a[1], c2 = turned<sign>(a[5]);
  const Complex c1 = half * (a[3] + turned<sign>(a[3]));
  const Complex c3 = half * (turned<sign>(a[7]) - a[7]);
  a[0] = b0 + c0;
  a[1] = b1 + c1;
  a[2] = b2 + c2;
  a[3] = b3 + c3;
  a[4] = b0 - c0;
  a[5] = b1 - c1;
  a[6] = b2 - c2;
  a[7] = b3 - c3;
}

/// a_q <- sum of a_j exp(sign 2 pi i j q / radix), for radix 4 or 8.
template <int radix, int sign>
LEAGUE_PORTABLE inline void transform(Complex (&a)[radix]) {
  if constexpr (radix == 4)
    transform4<sign>(a[0], a[1], a[2], a[3]);
  else
    transform8<sign>(a);
}

/// Radix of the pass over blocks of `length`, a power of two of 32 or more at first.  The last
/// passes have the largest radix.
LEAGUE_PORTABLE constexpr int radix_of(int length) { return (length & 011110) != 0 ? 8 : 4; }

/// Length of the blocks that the backward transform of a line of n makes from blocks of `length`:
/// the lengths of the forward passes in reverse, and more than n when there is no further pass.
LEAGUE_PORTABLE constexpr int longer(int n, int length) {
  if (length == n) return 2 * n;
  int result = n;
  while (result / radix_of(result) != length) result /= radix_of(result);
  return result;
}

/// One set of a forward pass (sign +1): the points at, at + step, ... are transformed, and outputs
/// 1, 2, ... multiplied by the roots, which lie `stride` apart.  A backward pass (sign -1) undoes
/// it, but for the factor `radix`.
template <int radix, int sign>
LEAGUE_PORTABLE inline void rooted_set(double* re, double* im, std::size_t at, std::size_t step,
                                       const double* root_re, const double* root_im, int stride) {
  Complex a[radix];
  for (int q = 0; q < radix; ++q) a[q] = {re[at + q * step], im[at + q * step]};
  if constexpr (sign < 0)
    for (int q = 1; q < radix; ++q)
      a[q] = conjugate({root_re[(q - 1) * stride], root_im[(q - 1) * stride]}) * a[q];
  transform<radix, sign>(a);
  if constexpr (sign > 0)
    for (int q = 1; q < radix; ++q)
      a[q] = Complex{root_re[(q - 1) * stride], root_im[(q - 1) * stride]} * a[q];
  for (int q = 0; q < radix; ++q) {
    re[at + q * step] = a[q].re;
    im[at + q * step] = a[q].im;
  }
}

/// A set of the last forward pass (sign +1) or of the first backward one (sign -1): no roots.
template <int radix, int sign>
LEAGUE_PORTABLE inline void plain_set(double* re, double* im, std::size_t at, std::size_t step) {
  Complex a[radix];
  for (int q = 0; q < radix; ++q) a[q] = {re[at + q * step], im[at + q * step]};
  transform<radix, sign>(a);
  for (int q = 0; q < radix; ++q) {
    re[at + q * step] = a[q].re;
    im[at + q * step] = a[q].im;
  }
}

/// A set of the first backward pass along z, which has no roots: adjacent modes of a line, damped
/// by what their line and their own place in it make of them.
template <int radix>
LEAGUE_PORTABLE inline void damped_set(const double* mode_re, const double* mode_im, double* re,
                                       double* im, std::size_t at, std::size_t step, double of_line,
                                       const double* of_place) {
  Complex a[radix];
  for (int q = 0; q < radix; ++q)
    a[q] = of_line * of_place[q] * Complex{mode_re[at + q * step], mode_im[at + q * step]};
  transform<radix, -1>(a);
  for (int q = 0; q < radix; ++q) {
    re[at + q * step] = a[q].re;
    im[at + q * step] = a[q].im;
  }
}

/// The frequency that the forward transform of a line of n leaves at a position, folded to
/// -n / 2 ... n / 2 - 1.
LEAGUE_PORTABLE inline int frequency(int n, int position) {
  int result = 0;
  int weight = 1;
  for (int length = n; length > 1;) {
    const int radix = radix_of(length);
    length /= radix;
    result += position / length * weight;
    position %= length;
    weight *= radix;
  }
  return result < n / 2 ? result : result - n;
}

/// Length of the blocks of a line of n that forward passes leave as the first of at most `longest`.
LEAGUE_PORTABLE constexpr int kept(int n, int longest) {
  while (n > longest) n /= radix_of(n);
  return n;
}

/// The frequency at a place of a line whose blocks of kept(n, longest) points have the mode of
/// position 8 s + q not there, but at s + q length / 8: neighbours in s are neighbours in memory.
template <int longest>
LEAGUE_PORTABLE inline int frequency_at(int n, int place) {
  const int length = kept(n, longest), across = length / 8, inside = place % length;
  return frequency(n, place - inside + inside % across * 8 + inside / across);
}

/// How much of a mode is left at time t along one axis.  The factor of a mode is the product of
/// three of these.  A rounding of the exponent -x costs x exp(-x) < 1 times its relative size, so
/// the product is within a few units of the last place of 1.
LEAGUE_PORTABLE inline double damping(int frequency, int time) {
  return std::exp(-4 * alpha * pi * pi * time * (double(frequency) * frequency));
}

/// Roots of a line of n: entry n - length + (q - 1) m + p is exp(2 pi i p q / length), what the
/// pass over blocks of `length` multiplies output q of set p with, m = length / radix.  There are n
/// - 1 entries, those of the last pass all 1.
LEAGUE_PORTABLE inline Complex root(int n, int entry) {
  int length = n;
  while (entry >= n - length / radix_of(length)) length /= radix_of(length);
  if (length == 1) return {1, 0};
  const int m = length / radix_of(length);
  const int q = (entry - (n - length)) / m + 1;
  const int p = (entry - (n - length)) % m;
  const int turn = 2 * p * q < length ? p * q : p * q - length;  // a small angle is a precise one
  const double angle = 2 * pi * turn / length;
  return {std::cos(angle), std::sin(angle)};
}

/// The number of a state of the generator, or of a product that was not reduced yet.
LEAGUE_PORTABLE inline double uniform(std::uint64_t state) {
  return double(std::int64_t(state & npb::state_mask)) * npb::state_unit;
}

/// The box, and how many steps there are in time.
struct Box {
  int nx, ny, nz, niter;
  LEAGUE_PORTABLE int entries() const { return nx + ny + nz; }
};

/// An axis of n points that are 2^log_apart apart; its part of the tables begins at `first`.
struct Axis {
  int n;
  int log_apart;
  int first;
};

inline std::array<Axis, 3> axes(Box box) {
  const int log_x = std::ilogb(box.nx), log_y = std::ilogb(box.ny);  // exact: powers of two
  return {{{box.nx, 0, 0}, {box.ny, log_x, box.nx}, {box.nz, log_x + log_y, box.nx + box.ny}}};
}

/// What entry i of the part of a table for one axis of n points stands for.  Tables have entries
/// for x, then for y, then for z.  Neighbours along the axis are `apart` in the natural order of
/// points.
struct Entry {
  int n, i;
  std::uint64_t apart;
};
LEAGUE_PORTABLE inline Entry entry_of(Box box, int entry) {
  if (entry < box.nx) return {box.nx, entry, 1};
  if (entry < box.nx + box.ny) return {box.ny, entry - box.nx, std::uint64_t(box.nx)};
  return {box.nz, entry - box.nx - box.ny, std::uint64_t(box.nx) * box.ny};
}

/// A power of the generator's multiplier.  A point of the initial field takes two numbers, so point
/// (i, j, k) begins 2 (i + nx j + nx ny k) steps after the seed: at the seed times a power for i,
/// one for j and one for k.
LEAGUE_PORTABLE inline std::uint64_t jump_of(Entry entry) {
  return npb::power(2 * entry.apart * entry.i);
}

/// One entry of all tables; the damping has niter tables, one after the other, of the frequencies
/// at places: positions, if `longest` is 8.
template <int longest = 8>
LEAGUE_PORTABLE inline void set_entry(Box box, int at, std::uint64_t* jump, double* root_re,
                                      double* root_im, double* damping) {
  const Entry entry = entry_of(box, at);
  jump[at] = jump_of(entry);
  const Complex unit = root(entry.n, entry.i);
  root_re[at] = unit.re;
  root_im[at] = unit.im;
  const int mode =
      longest > 8 ? frequency_at<longest>(entry.n, entry.i) : frequency(entry.n, entry.i);
  for (int step = 0; step < box.niter; ++step)
    damping[step * box.entries() + at] = ft::damping(mode, step + 1);
}

}  // namespace ft
