// The linear system of a step and its solvers once more, in their plain form: the independent
// computation that results are compared with.  Nothing of it is shared with the variants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "league/guard.hpp"
#include "tealeaf_steps.hpp"

namespace tea {

using Field = league::vector<double>;

/// How an evaluation differs from the plain one, to see what rounding decides.
struct Rounding {
  double size = 0;   ///< of each product, update and sum, relative to it; 0: the plain evaluation
  double floor = 0;  ///< what is added to norms that are made of u, where rounding stays
  std::uint32_t seed = 1;
};

/// The matrix of all steps, assembled face by face from the density.
class System {
 public:
  System(const Tealeaf::Class& cls, const Field& density);

  /// Norms of b - A x and of |A| |x|, and the largest diagonal element.
  struct Norms {
    double residual = 0;
    double size = 0;
    double diagonal = 0;
  };
  Norms norms(const Field& b, const Field& x) const;

  /// What elimination in a band costs, in multiplications.
  double band_cost() const { return double(nx_) * nx_ * nx_ * ny_; }

  /// Solves all steps by elimination without pivoting, which a symmetric, diagonally dominant
  /// matrix does not need.
  void advance(Field& u, int steps) const;

  /// Bounds that the spectrum of M^-1 A has, whatever the density.
  Spectrum spectrum_bounds(int preconditioner, double diagonal) const;

  /// Does the first iterations of a step, at most `most`, as the solver has to do them.  What ended
  /// before the stop test was met has not converged; u is then the start of nothing.
  Step iterate(const Settings& settings, Spectrum& spectrum, int most, Field& u,
               Rounding rounding = {}) const;

 private:
  friend class Iteration;
  std::size_t at(int k, int j) const { return std::size_t(k) * std::size_t(nx_) + std::size_t(j); }
  double east(int k, int j) const { return j < 0 ? 0 : east_[at(k, j)]; }
  double north(int k, int j) const { return k < 0 ? 0 : north_[at(k, j)]; }
  double diagonal(int k, int j) const {
    return 1 + east(k, j) + east(k, j - 1) + north(k, j) + north(k - 1, j);
  }
  /// Sum of the neighbours of x, each times its coefficient.
  double beside(const double* x, int k, int j) const;
  /// What flows out of a cell: the same of the differences from its neighbours.
  double flow(const double* x, int k, int j) const;

  int nx_;
  int ny_;
  std::vector<double> east_;  // coefficient to the next cell
  std::vector<double> north_;
};

}  // namespace tea
