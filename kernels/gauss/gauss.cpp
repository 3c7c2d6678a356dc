#include "gauss.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "league/driver.hpp"

namespace {

// The matrix is the product of factors that we draw, with its rows shuffled:
//   L(i, k) = f_i g_k below a diagonal of ones,   f = +-1/4, +-1/2    g = +-1
//   U(k, j) = p_k q_j right of the diagonal d_k,  p = +-1   q = +-1, +-2   d = +-2, +-4
// so that any element, and the right-hand side, follow from prefix sums in a few operations.
// In column k, row k has |d_k| and every later one at most half of it: partial pivoting undoes the
// shuffle, and its row exchanges are known.  Pivots are powers of two, so quotients are exact.
// What is left of the matrix after k steps is a multiple of 1/4 below n + 4.  The solution holds
// +-1, +-2, +-3 with signs that keep sums of q_j x_j within 6; the right-hand side then is a
// multiple of 1/4 below 9 n + 18 in every step, and any part of a sum of back substitution is an
// integer below 6 n + 18.  All of it fits into 24 bits for n <= 46340: nothing is ever rounded, in
// whatever order the operations are done.  In double precision solution and right-hand side are
// multiples of unit<double>(), given as `scale`: more bits than a float has.
struct System {
  System(const Gauss::Class& cls, double scale, std::uint32_t shift) : n(std::size_t(cls.n)) {
    for (auto* list : {&f, &g, &p, &q, &d, &x, &b, &walk}) list->resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t bits = scramble(std::uint32_t(k) + shift);
      const auto sign = [bits](int bit) { return (bits >> bit & 1U) != 0 ? 1.0 : -1.0; };
      f[k] = sign(0) * ((bits & 32U) != 0 ? 0.25 : 0.5);
      g[k] = sign(1);
      p[k] = sign(2);
      q[k] = sign(3) * ((bits & 64U) != 0 ? 1 : 2);
      d[k] = sign(4) * ((bits & 128U) != 0 ? 2 : 4);
      x[k] = 1 + (bits >> 8U) % 3;  // its sign follows
      if (k > 0) walk[k] = walk[k - 1] + g[k - 1] * p[k - 1];
    }
    std::vector<double> y(n);  // U x, which is also the right-hand side after forward elimination
    double right = 0;          // sum of q_j x_j right of the diagonal
    for (std::size_t k = n; k-- > 0;) {
      if (right * q[k] > 0) x[k] = -x[k];
      y[k] = d[k] * x[k] + p[k] * right;
      right += q[k] * x[k];
    }
    double left = 0;
    for (std::size_t k = 0; k < n; ++k) {
      b[k] = y[k] + f[k] * left;
      left += g[k] * y[k];
    }
    for (std::size_t k = 0; k < n; ++k) {
      x[k] *= scale;
      b[k] *= scale;
    }
    // Row r of the data is row order[r] of the product.
    std::size_t stride = std::max<std::size_t>(1, n * 5 / 8);
    while (std::gcd(stride, n) != 1) ++stride;
    for (std::size_t r = 0; r < n; ++r) order.push_back((r * stride + n / 3) % n);
  }

  static std::uint32_t scramble(std::uint32_t k) {
    k = (k + 0x9e3779b9U) * 0x85ebca6bU;
    k = (k ^ k >> 15U) * 0xc2b2ae35U;
    return k ^ k >> 16U;
  }

  // Element of the product, with rows in order.
  double at(std::size_t i, std::size_t j) const {
    const double before = f[i] * q[j] * walk[std::min(i, j)];
    if (i < j) return before + p[i] * q[j];
    return before + (i == j ? d[i] : f[i] * g[j] * d[j]);
  }

  // The exchange in each step that brings the rows in order.
  std::vector<int> exchanges() const {
    std::vector<std::size_t> row = order;
    std::vector<std::size_t> place(n);
    for (std::size_t r = 0; r < n; ++r) place[row[r]] = r;
    std::vector<int> with(n);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t from = place[k];
      with[k] = int(from);
      std::swap(row[k], row[from]);
      place[row[from]] = from;
    }
    return with;
  }

  std::size_t n;
  std::vector<double> f, g, p, q, d, x, b;
  std::vector<double> walk;  // sum of g p over the rows before
  std::vector<std::size_t> order;
};

}  // namespace

template <typename Real>
Gauss::Data<Real> Gauss::make(const Class& cls) {
  const auto shift = std::uint32_t(league::draw(0, 9999));
  const System system(cls, league::unit<Real>(), shift);
  const std::size_t n = system.n;
  Data<Real> data{league::vector<Real>(n * (n + 1)), league::vector<int>(n, -1),
                  league::vector<Real>(n, league::poison<Real>()), shift};
  for (std::size_t r = 0; r < n; ++r) {
    const std::size_t i = system.order[r];
    Real* row = &data.a[r * (n + 1)];
    for (std::size_t j = 0; j < n; ++j) row[j] = Real(system.at(i, j));
    row[n] = Real(system.b[i]);
  }
  return data;
}

template <typename Real>
league::Checks Gauss::check(const Class& cls, const Data<Real>& data) {
  const auto scale = double(league::unit<Real>());
  const System system(cls, scale, data.shift);
  const std::size_t n = system.n;
  std::vector<double> left_over(n);  // in units of `scale`, so that long sums are exact as well
  for (std::size_t i = 0; i < n; ++i) {
    left_over[i] = system.b[i] / scale;
    for (std::size_t j = 0; j < n; ++j)
      left_over[i] -= system.at(i, j) * (double(data.x[j]) / scale);
  }
  const std::vector<int> exchanges = system.exchanges();
  // Nothing is rounded on the way, so nothing is tolerated.
  return {
      {"solution", league::max_abs_error(data.x, [&](std::size_t i) { return system.x[i]; }), 0},
      {"residual", league::max_abs_error(left_over, [](std::size_t) { return 0.0; }), 0},
      {"pivots", league::max_abs_error(data.pivot, [&](std::size_t k) { return exchanges[k]; }),
       0}};
}

league::Work Gauss::work(const Class& cls, std::size_t real_bytes) {
  // Step k reads and writes the rows and columns behind k; that it could be blocked to move less is
  // another algorithm.  Back substitution reads half of the matrix.
  const double n = cls.n;
  const double updates = n * (n * n - 1) / 3;
  const auto bytes = double(real_bytes);
  return {2 * updates + n * n, bytes * (2 * updates + n * n / 2), bytes * n * (n + 2) + 4 * n};
}

int main(int argc, char** argv) { return league::drive<Gauss>(argc, argv); }
