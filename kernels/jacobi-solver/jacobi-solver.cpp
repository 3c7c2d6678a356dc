#include "jacobi-solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "league/driver.hpp"

namespace {

// Off the diagonal, A(i, j) = -w_ij s_i s_j with weights w = 1 ... 4 without symmetry and signs s.
// On it, A(i, i) = 2 sum_j w_ij m_j / m_i with m = 1 or 2.  Then e_i = s_i m_i is an eigenvector of
// the iteration with the eigenvalue 1/2: if the first guess is the solution plus 64 e, every
// iteration halves its distance from the solution, and what x holds after any of them is known.
// (In the norm max |x_i| / m_i no error shrinks by less, so those of rounding do not pile up.)
// The solution and all elements are integers, and b = A x is exact.  In double precision solution,
// distance and b are multiples of unit<double>(), given as `scale`: more bits than a float has.
// Signs, magnitudes and the solution come from bits whose first are drawn, `shift`.
struct System {
  static constexpr double first_distance = 64;

  System(const JacobiSolver::Class& cls, double scale, std::uint32_t shift)
      : n(std::size_t(cls.n)),
        first(first_distance * scale),
        distance(first * std::pow(0.5, cls.halvings)),
        e(n),
        sign(n),
        magnitude(n),
        solution(n) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t bits = mix(std::uint32_t(i) + 1 + shift, 0);
      magnitude[i] = (bits & 0x10000U) != 0 ? 1 : 2;
      sign[i] = (bits & 0x20000U) != 0 ? 1 : -1;
      e[i] = sign[i] * magnitude[i];
      solution[i] = (double((bits >> 18U) % 7) - 3) * scale;
      squares += e[i] * e[i];
    }
  }

  static std::uint32_t mix(std::uint32_t i, std::uint32_t j) {
    return i * 0x9e3779b1U + j * 0x85ebca77U;
  }
  static double weight(std::size_t i, std::size_t j) {
    return 1 + (mix(std::uint32_t(i), std::uint32_t(j)) >> 30U);
  }

  double diagonal(std::size_t i) const {
    double sum = -weight(i, i) * magnitude[i];
    for (std::size_t j = 0; j < n; ++j) sum += weight(i, j) * magnitude[j];
    return 2 * sum / magnitude[i];
  }

  // Row i of A, complete.
  void row(std::size_t i, std::vector<double>& a) const {
    for (std::size_t j = 0; j < n; ++j) a[j] = -weight(i, j) * sign[i] * sign[j];
    a[i] = diagonal(i);
  }

  // A x in row i, given that row.
  double product(const std::vector<double>& a, const std::vector<double>& x) const {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += a[j] * x[j];
    return sum;
  }

  std::size_t n;
  double first;        // distance from the solution at the start, in units of e
  double distance;     // and at the end
  double squares = 0;  // sum of e_i^2
  std::vector<double> e, sign, magnitude, solution;
};

}  // namespace

template <typename Real>
JacobiSolver::Data<Real> JacobiSolver::make(const Class& cls) {
  const auto shift = std::uint32_t(league::draw(0, 9999));
  const System system(cls, league::unit<Real>(), shift);
  const std::size_t n = system.n;
  // The last change is `distance` in units of e, the one before twice as large; the limit for their
  // squares is in the middle.
  const double last_change = system.distance * system.distance * system.squares;
  Data<Real> data{league::vector<Real>(n * n),
                  league::vector<Real>(n),
                  league::vector<Real>(n),
                  league::vector<Real>(n, league::poison<Real>()),
                  Real(2 * last_change),
                  0,
                  0,
                  shift};
  std::vector<double> row(n);
  for (std::size_t i = 0; i < n; ++i) {
    system.row(i, row);
    std::transform(row.begin(), row.end(), &data.a[i * n], [](double a) { return Real(a); });
    data.b[i] = Real(system.product(row, system.solution));
    data.x[i] = Real(system.solution[i] + system.first * system.e[i]);
  }
  return data;
}

template <typename Real>
league::Checks JacobiSolver::check(const Class& cls, const Data<Real>& data) {
  const System system(cls, league::unit<Real>(), data.shift);
  const std::size_t n = system.n;
  const std::vector<double> x(data.x.begin(), data.x.end());
  std::vector<double> row(n);
  double left_over = 0;  // residual less that of the known x, per unit of the diagonal
  for (std::size_t i = 0; i < n; ++i) {
    system.row(i, row);
    const double residual = system.product(row, system.solution) - system.product(row, x);
    const double known = -system.distance * row[i] * system.e[i] / 2;
    left_over = league::detail::worse(left_over, std::abs(residual - known) / row[i]);
  }
  // A sum of n terms is off by at most g = min(n, 8 sqrt(n)) half epsilons of the sum of their
  // magnitudes: the first is certain, the second fails with a probability of 2 exp(-32) if
  // roundings are independent (Higham and Mary, SIAM J. Sci. Comput. 41, 2019).  With |x| below X,
  // and as sum_j w_ij <= m_i A(i, i) / 2, that is (1 + m_i / 2) g X after division by the diagonal,
  // the diagonal term included.  Four more roundings of |x| follow.  In units of m_i this is no
  // more than 3/2 (g + 4) X an iteration, and half of it is left after the next.  X is 3 + 2
  // distances, here rounded up.
  const double terms = std::min(double(n), 8 * std::sqrt(double(n)));
  const double half_epsilon = std::numeric_limits<Real>::epsilon() / 2.0;
  const double sizes = 2 * 3.001 + 4 * cls.halvings * system.distance;  // sum of X / 2^age
  const double rounding = 1.5 * (terms + 4) * half_epsilon * sizes;
  const auto wanted = [&](std::size_t i) {
    return system.solution[i] + system.distance * system.e[i];
  };
  // The residual weighs the error of x_i, at most 2 `rounding`, with one and those of the other
  // elements, in units of m, with m_i / 2.  A change is the difference of two values of x, and
  // enters squared.
  const double last_change = system.distance * system.distance * system.squares;
  const double relative = 2 * rounding / system.distance;
  return {{"solution", league::max_abs_error(data.x, wanted), 2 * rounding},
          {"residual", left_over, 3 * rounding},
          {"iterations", std::abs(double(data.iterations - cls.halvings)), 0},
          {"change", std::abs(double(data.change) / last_change - 1),
           relative * (2 + relative) + (terms + 3) * half_epsilon}};
}

league::Work JacobiSolver::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const auto bytes = double(real_bytes);
  return {cls.halvings * (2 * n * n + 4 * n), bytes * cls.halvings * n * (n + 3),
          bytes * n * (n + 3)};
}

int main(int argc, char** argv) { return league::drive<JacobiSolver>(argc, argv); }
