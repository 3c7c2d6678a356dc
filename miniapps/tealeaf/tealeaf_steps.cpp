#include "tealeaf_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tea {
namespace {

/// Coefficients of Chebyshev's recurrence for a spectrum, one pair after the other.
class Recurrence {
 public:
  explicit Recurrence(const Spectrum& s)
      : theta_((s.highest + s.lowest) / 2),
        delta_((s.highest - s.lowest) / 2),
        sigma_(theta_ / delta_),
        rho_(1 / sigma_) {}
  double theta() const { return theta_; }
  /// Factors of the old direction and of the residual.
  std::pair<double, double> next() {
    const double rho = 1 / (2 * sigma_ - rho_);
    const std::pair<double, double> factors{rho * rho_, 2 * rho / delta_};
    rho_ = rho;
    return factors;
  }

 private:
  double theta_;
  double delta_;
  double sigma_;
  double rho_;
};

/// One step's solution: the state of the iteration between its parts.
struct Solution {
  const Settings& settings;
  Fields& f;
  Spectrum& spectrum;
  Step step;

  double tolerance() const { return settings.eps * step.initial; }

  /// Takes the square of an error; true if the iteration is at its end.
  bool ends(double square) {
    note(step, square);
    step.converged = step.error < tolerance();
    return step.converged || !std::isfinite(step.error);
  }

  /// M^-1 of a residual: itself, or in z.
  const double* preconditioned(const double* from) {
    if (settings.preconditioner == none) return from;
    precondition(f, from, f.z);
    return f.z;
  }

  void by_jacobi() {
    while (step.iterations < settings.max_iters) {
      ++step.iterations;
      if (ends(jacobi(f))) return;
    }
  }

  /// Whether iteration n belongs to the solver that CG only prepares.
  bool hands_over(int n, double old) const {
    if (settings.solver == use_cg) return false;
    if (settings.solver == use_ppcg && spectrum.known() && n > 1) return true;
    return std::abs(old) <= settings.epslim && n >= settings.presteps;
  }

  /// The next r.r from the products of a pass that has not taken alpha w off r yet.  Where little
  /// of r.r is left, digits are lost: then r is made at once, and u, so that the next pass is
  /// fresh.
  double foresee(const Products& now, double alpha, bool& fresh) {
    const double rr = now.rr + alpha * (alpha * now.ww - 2 * now.rw);
    fresh = rr < 1e-4 * now.rr;
    if (!fresh) return rr;
    add(f, alpha, f.p, f.u);
    return reduce_residual(f, alpha);
  }

  // The update of u waits for the next pass over p, and that of r as well where one pass does all.
  void by_cg() {
    std::vector<double> alphas;
    std::vector<double> betas;
    double old = step.initial * step.initial;
    double alpha = 0;
    double beta = 0;
    const double* z = preconditioned(f.r);
    const bool one_pass = f.pass != nullptr && z == f.r;
    bool fresh = one_pass;  // nothing is owed to u and r
    double rz = dot(f, f.r, z);
    while (step.iterations < settings.max_iters) {
      const int n = step.iterations + 1;
      if (hands_over(n, old)) {
        step.switched = n;
        break;
      }
      double rz_new = 0;
      if (one_pass) {
        const Products now = f.pass(f, fresh, alpha, beta);
        rz = now.rr;
        alpha = rz / now.pw;
        rz_new = foresee(now, alpha, fresh);
      } else {
        alpha = rz / direction(f, alpha, beta, z);
        rz_new = reduce_residual(f, alpha);
        if (z != f.r) rz_new = dot(f, f.r, preconditioned(f.r));
      }
      beta = rz_new / rz;
      rz = rz_new;
      if (settings.solver != use_cg && !spectrum.known()) {
        alphas.push_back(alpha);
        betas.push_back(beta);
      }
      step.iterations = n;
      if (ends(rz)) break;
      old = step.error;
    }
    if (!fresh) add(f, alpha, f.p, f.u);
    if (step.switched == 0) return;
    if (one_pass && !fresh) reduce_residual(f, alpha);
    if (!spectrum.known()) spectrum = estimate(alphas, betas);
    settings.solver == use_chebyshev ? by_chebyshev() : by_ppcg();
  }

  void by_chebyshev() {
    Recurrence recurrence(spectrum);
    const double condition = spectrum.highest / spectrum.lowest;
    const double u0u0 = dot(f, f.u0, f.u0);
    residual(f, f.u0, f.u, f.r);
    smooth(f, 0, 1 / recurrence.theta(), preconditioned(f.r), f.p, f.u);
    double expected = 0;  // iterations before which no norm is worth its while
    while (step.iterations < settings.max_iters) {
      ++step.iterations;
      residual(f, f.u0, f.u, f.r);
      const auto [a, b] = recurrence.next();
      smooth(f, a, b, preconditioned(f.r), f.p, f.u);
      if (step.iterations == step.switched) {
        const double rate = std::log((std::sqrt(condition) - 1) / (std::sqrt(condition) + 1));
        const double rr = dot(f, f.r, f.r);
        expected = std::round(std::log(settings.eps / 2 * std::sqrt(u0u0 / rr)) / rate);
      } else if (step.iterations >= expected && step.iterations % 10 == 0) {
        if (ends(dot(f, f.r, f.r))) return;
      }
    }
  }

  /// A polynomial in A, applied to r; the result is in inner_z.
  void by_polynomial() {
    Recurrence recurrence(spectrum);
    open_inner(f, 1 / recurrence.theta(), preconditioned(f.r));
    for (int i = 0; i < settings.inner; ++i) {
      residual(f, f.inner_r, f.sd, f.inner_r);
      const auto [a, b] = recurrence.next();
      smooth(f, a, b, preconditioned(f.inner_r), f.sd, f.inner_z);
    }
    step.inner += settings.inner;
  }

  void by_ppcg() {
    by_polynomial();
    double alpha = 0;
    double beta = 0;
    while (step.iterations < settings.max_iters) {
      ++step.iterations;
      const double rz = dot(f, f.r, f.inner_z);
      const double pw = direction(f, alpha, beta, f.inner_z);
      alpha = rz / pw;
      reduce_residual(f, alpha);
      by_polynomial();
      const double change = -alpha * dot(f, f.w, f.inner_z);  // of r, times z
      beta = change / rz;
      if (ends(change)) break;
    }
    add(f, alpha, f.p, f.u);
  }
};

}  // namespace

Spectrum estimate(const std::vector<double>& alphas, const std::vector<double>& betas) {
  const std::size_t n = alphas.size();
  std::vector<double> diagonal(n);
  std::vector<double> beside(n + 1, 0.0);  // beside[i] couples i - 1 and i
  for (std::size_t i = 0; i < n; ++i) {
    diagonal[i] = 1 / alphas[i] + (i > 0 ? betas[i - 1] / alphas[i - 1] : 0);
    if (i + 1 < n) beside[i + 1] = std::sqrt(std::abs(betas[i])) / alphas[i];
  }
  double low = diagonal[0];
  double high = diagonal[0];
  for (std::size_t i = 0; i < n; ++i) {  // every eigenvalue lies in one of these circles
    const double radius = std::abs(beside[i]) + std::abs(beside[i + 1]);
    low = std::min(low, diagonal[i] - radius);
    high = std::max(high, diagonal[i] + radius);
  }
  // Eigenvalues below x are the negative pivots of the matrix minus x.
  const auto below = [&](double x) {
    std::size_t count = 0;
    double pivot = 1;
    for (std::size_t i = 0; i < n; ++i) {
      pivot = diagonal[i] - x - beside[i] * beside[i] / pivot;
      if (pivot == 0) pivot = 1e-300;
      count += pivot < 0 ? 1 : 0;
    }
    return count;
  };
  const auto bisect = [&](std::size_t wanted) {
    double left = low;
    double right = high;
    for (int halving = 0; halving < 100; ++halving) {
      const double middle = (left + right) / 2;
      (below(middle) >= wanted ? right : left) = middle;
    }
    return (left + right) / 2;
  };
  const double lowest = std::max(bisect(1), 1e-12 * std::abs(high));
  const double highest = std::max(bisect(n), lowest);
  return {0.95 * lowest, 1.05 * highest};
}

void note(Step& step, double square) {
  step.error = std::sqrt(std::abs(square));
  const auto place = std::size_t(step.iterations - 1);
  if (place < step.first.size()) step.first[place] = step.error;
}

Step advance(const Settings& settings, Fields& f, Spectrum& spectrum) {
  Solution solution{settings, f, spectrum, {}};
  copy(f, f.u, f.u0);
  residual(f, f.u0, f.u, f.r);
  solution.step.initial = std::sqrt(dot(f, f.r, f.r));
  if (solution.step.initial > 0)
    settings.solver == use_jacobi ? solution.by_jacobi() : solution.by_cg();
  else
    solution.step.converged = true;  // nothing conducts
  const Sums sums = totals(f);
  Step& step = solution.step;
  step.energy = sums.energy;
  step.temperature = sums.temperature;
  step.lowest = spectrum.lowest;
  step.highest = spectrum.highest;
  return step;
}

}  // namespace tea
