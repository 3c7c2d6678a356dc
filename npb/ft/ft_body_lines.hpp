// Lines of the transform in the memory of a team of threads: where their points lie there, and what
// a thread does with a set of them.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "ft_body.hpp"

namespace ft {

/// Calls visit with the length of the axis's lines, or of the blocks of them that are kept, and
/// with whether they run along x, as constants.
template <int longest, int n = 32, typename Visit>
void for_lines(Axis axis, const Visit& visit) {
  constexpr std::integral_constant<int, n> length;
  if (kept(axis.n, longest) == n)
    return axis.first == 0 ? visit(length, std::true_type()) : visit(length, std::false_type());
  if constexpr (n < longest) return for_lines<longest, 2 * n>(axis, visit);
  throw std::invalid_argument("no kernel for lines of this length");
}

/// Points at, at + step, ... of a field, to registers and back.
template <int radix>
LEAGUE_PORTABLE inline void load(Complex (&a)[radix], const double* re, const double* im,
                                 std::size_t at, std::size_t step) {
  for (int q = 0; q < radix; ++q) a[q] = {re[at + q * step], im[at + q * step]};
}
template <int radix>
LEAGUE_PORTABLE inline void store(const Complex (&a)[radix], double* re, double* im, std::size_t at,
                                  std::size_t step) {
  for (int q = 0; q < radix; ++q) {
    re[at + q * step] = a[q].re;
    im[at + q * step] = a[q].im;
  }
}

/// What rooted_set() does with its points.
template <int radix, int sign>
LEAGUE_PORTABLE inline void rooted(Complex (&a)[radix], const double* root_re,
                                   const double* root_im, int stride) {
  if constexpr (sign < 0)
    for (int q = 1; q < radix; ++q)
      a[q] = conjugate({root_re[(q - 1) * stride], root_im[(q - 1) * stride]}) * a[q];
  transform<radix, sign>(a);
  if constexpr (sign > 0)
    for (int q = 1; q < radix; ++q)
      a[q] = Complex{root_re[(q - 1) * stride], root_im[(q - 1) * stride]} * a[q];
}

/// The lines of n points that a team transforms: neighbours along x or, if the lines themselves run
/// along x, any.  They take two passes or three: one over whole lines, and one over blocks of
/// eight, with which they are read from the field or written to it; and perhaps one between.
template <int n, int lines, bool along_x>
struct Lines {
  static constexpr int radix = radix_of(n);       ///< of the pass over whole lines
  static constexpr int rest = n / radix;          ///< length of the blocks that it leaves
  static constexpr int between = radix_of(rest);  ///< of the pass over these, if they are not eight
  static constexpr int room = lines * (n + n / 8);  ///< numbers to keep all points
  template <int sign>
  static constexpr int radix_in = sign > 0 ? radix : 8;
  template <int sign>
  static constexpr int radix_out = sign > 0 ? 8 : radix;

  int team;
  int log_apart;  ///< of points of a line in the field; not looked at along x
  const double* root_re;
  const double* root_im;

  /// What thread t takes of a pass: neighbouring threads have neighbouring points of the field.
  template <int of_set>
  LEAGUE_PORTABLE static constexpr int line_of(int t) {
    return along_x ? t / (n / of_set) : t % lines;
  }
  template <int of_set>
  LEAGUE_PORTABLE static constexpr int set_of(int t) {
    return along_x ? t % (n / of_set) : t / lines;
  }

  /// Where a point waits: a gap after eight keeps threads that take eight points in a row out of
  /// each other's banks.
  LEAGUE_PORTABLE static constexpr int index(int line, int position) {
    const int spread = position + position / 8;
    return along_x ? line * (n + n / 8) + spread : spread * lines + line;
  }

  /// Distance of points in the field.
  LEAGUE_PORTABLE long apart(int points) const {
    return along_x ? points : long(points) << log_apart;
  }

  /// First point of a line in the field.
  LEAGUE_PORTABLE long begin(int line) const {
    const long column = long(team) * lines + line;
    if (along_x) return column * n;
    return (column >> log_apart << log_apart) * n + (column & ((1L << log_apart) - 1));
  }

  /// A set of the first pass, from the field.  Modes, which are kept in the order in which
  /// neighbouring threads have them, may be damped, by what their line and their place in it make
  /// of them.
  template <int sign, bool damped>
  LEAGUE_PORTABLE void take_in(int t, const double* re, const double* im, const double* across,
                               const double* along, int log_x, double* own_re,
                               double* own_im) const {
    constexpr int points = radix_in<sign>;
    const int line = line_of<points>(t), set = set_of<points>(t);
    const long first = begin(line), at = first + apart(set);
    Complex a[points];
    load(a, re, im, at, apart(n / points));
    if constexpr (damped) {
      const long column = first & (apart(1) - 1), nx = 1L << log_x;
      const double of_line = across[column & (nx - 1)] * across[nx + (column >> log_x)];
      for (int e = 0; e < points; ++e)
        a[e] = of_line * along[(at >> log_apart) + e * (n / points)] * a[e];
    }
    if constexpr (sign > 0) {
      rooted<points, 1>(a, root_re + set, root_im + set, rest);
      store(a, own_re, own_im, index(line, set), index(0, rest));
    } else {
      transform8<-1>(a);
      store(a, own_re, own_im, index(line, 8 * set), along_x ? 1 : lines);
    }
  }

  /// A set of the pass between.
  template <int sign>
  LEAGUE_PORTABLE void change(int t, double* own_re, double* own_im) const {
    constexpr int m = rest / between, roots = n - rest;
    const int line = line_of<between>(t), set = set_of<between>(t), p = set % m;
    rooted_set<between, sign>(own_re, own_im, index(line, set / m * rest + p), index(0, m),
                              root_re + roots + p, root_im + roots + p, m);
  }

  /// A set of the last pass, to the field.
  template <int sign>
  LEAGUE_PORTABLE void hand_out(int t, const double* own_re, const double* own_im, double* re,
                                double* im) const {
    constexpr int points = radix_out<sign>;
    const int line = line_of<points>(t), set = set_of<points>(t);
    Complex a[points];
    if constexpr (sign > 0) {
      load(a, own_re, own_im, index(line, 8 * set), along_x ? 1 : lines);
      transform8<1>(a);
    } else {
      load(a, own_re, own_im, index(line, set), index(0, rest));
      rooted<points, -1>(a, root_re + set, root_im + set, rest);
    }
    store(a, re, im, begin(line) + apart(set), apart(n / points));
  }
};

}  // namespace ft
