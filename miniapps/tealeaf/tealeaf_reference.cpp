#include "tealeaf_reference.hpp"

#include <algorithm>
#include <cmath>

#include "tealeaf_deck.hpp"

namespace tea {

System::System(const Tealeaf::Class& cls, const Field& density)
    : nx_(cls.x_cells), ny_(cls.y_cells), east_(density.size()), north_(density.size()) {
  const Deck& deck = deck_of(cls);
  const double dx = (deck.xmax - deck.xmin) / nx_;
  const double dy = (deck.ymax - deck.ymin) / ny_;
  const auto face = [&](std::size_t a, std::size_t b) {
    const double ca = deck.inverse_density != 0 ? 1 / density[a] : density[a];
    const double cb = deck.inverse_density != 0 ? 1 / density[b] : density[b];
    return (ca + cb) / (2 * ca * cb);
  };
  for (int k = 0; k < ny_; ++k)
    for (int j = 0; j < nx_; ++j) {
      const std::size_t c = at(k, j);
      east_[c] = j + 1 < nx_ ? deck.timestep / (dx * dx) * face(c, at(k, j + 1)) : 0;
      north_[c] = k + 1 < ny_ ? deck.timestep / (dy * dy) * face(c, at(k + 1, j)) : 0;
    }
}

double System::beside(const double* x, int k, int j) const {
  double sum = 0;
  if (j > 0) sum += east(k, j - 1) * x[at(k, j - 1)];
  if (j + 1 < nx_) sum += east(k, j) * x[at(k, j + 1)];
  if (k > 0) sum += north(k - 1, j) * x[at(k - 1, j)];
  if (k + 1 < ny_) sum += north(k, j) * x[at(k + 1, j)];
  return sum;
}

double System::flow(const double* x, int k, int j) const {
  const double here = x[at(k, j)];
  double sum = 0;
  if (j > 0) sum += east(k, j - 1) * (here - x[at(k, j - 1)]);
  if (j + 1 < nx_) sum += east(k, j) * (here - x[at(k, j + 1)]);
  if (k > 0) sum += north(k - 1, j) * (here - x[at(k - 1, j)]);
  if (k + 1 < ny_) sum += north(k, j) * (here - x[at(k + 1, j)]);
  return sum;
}

System::Norms System::norms(const Field& b, const Field& x) const {
  Norms norms;
  for (int k = 0; k < ny_; ++k)
    for (int j = 0; j < nx_; ++j) {
      const std::size_t c = at(k, j);
      const double d = diagonal(k, j);
      const double others = beside(x.data(), k, j);
      const double r = b[c] - d * x[c] + others;
      const double size = d * std::abs(x[c]) + std::abs(others);
      norms.residual += r * r;
      norms.size += size * size;
      norms.diagonal = std::max(norms.diagonal, d);
    }
  norms.residual = std::sqrt(norms.residual);
  norms.size = std::sqrt(norms.size);
  return norms;
}

void System::advance(Field& u, int steps) const {
  const auto width = std::size_t(nx_);
  const std::size_t cells = u.size();
  std::vector<double> band(cells * (width + 1), 0.0);  // row c: columns c - width to c
  const auto entry = [&](std::size_t row, std::size_t column) -> double& {
    return band[row * (width + 1) + (column + width - row)];
  };
  for (int k = 0; k < ny_; ++k)
    for (int j = 0; j < nx_; ++j) {
      const std::size_t c = at(k, j);
      entry(c, c) = diagonal(k, j);
      if (k > 0) entry(c, c - width) -= north(k - 1, j);
      if (j > 0) entry(c, c - 1) -= east(k, j - 1);
    }
  for (std::size_t row = 0; row < cells; ++row) {  // A = L L^T
    const std::size_t first = row < width ? 0 : row - width;
    for (std::size_t column = first; column <= row; ++column) {
      double sum = entry(row, column);
      for (std::size_t m = std::max(first, column < width ? 0 : column - width); m < column; ++m)
        sum -= entry(row, m) * entry(column, m);
      entry(row, column) = column < row ? sum / entry(column, column) : std::sqrt(sum);
    }
  }
  for (int step = 0; step < steps; ++step) {
    for (std::size_t row = 0; row < cells; ++row) {
      for (std::size_t m = row < width ? 0 : row - width; m < row; ++m)
        u[row] -= entry(row, m) * u[m];
      u[row] /= entry(row, row);
    }
    for (std::size_t row = cells; row-- > 0;) {
      u[row] /= entry(row, row);
      for (std::size_t m = row < width ? 0 : row - width; m < row; ++m)
        u[m] -= entry(row, m) * u[row];
    }
  }
}

namespace {

/// Smallest and largest eigenvalue of a symmetric tridiagonal matrix, by rotations with implicit
/// shifts (QL); beside[i] couples i and i + 1.
Spectrum eigenvalues(std::vector<double> d, std::vector<double> beside) {
  const std::size_t n = d.size();
  beside.resize(n, 0.0);
  for (std::size_t first = 0; first < n; ++first)
    for (int turn = 0; turn < 100; ++turn) {
      std::size_t end = first;  // of the block that is still coupled
      while (end + 1 < n && std::abs(d[end]) + std::abs(d[end + 1]) + std::abs(beside[end]) !=
                                std::abs(d[end]) + std::abs(d[end + 1]))
        ++end;
      if (end == first) break;
      double g = (d[first + 1] - d[first]) / (2 * beside[first]);
      g = d[end] - d[first] + beside[first] / (g + std::copysign(std::hypot(g, 1.0), g));
      double sine = 1;
      double cosine = 1;
      double shift = 0;
      std::size_t i = end;
      bool whole = true;
      while (whole && i-- > first) {
        const double f = sine * beside[i];
        const double b = cosine * beside[i];
        const double r = std::hypot(f, g);
        beside[i + 1] = r;
        if (r == 0) {
          d[i + 1] -= shift;
          whole = false;
          continue;
        }
        sine = f / r;
        cosine = g / r;
        g = d[i + 1] - shift;
        const double turned = (d[i] - g) * sine + 2 * cosine * b;
        shift = sine * turned;
        d[i + 1] = g + shift;
        g = cosine * turned - b;
      }
      beside[end] = 0;
      if (!whole) continue;
      d[first] -= shift;
      beside[first] = g;
    }
  return {*std::min_element(d.begin(), d.end()), *std::max_element(d.begin(), d.end())};
}

/// The bounds that CG's coefficients imply, a twentieth wider than their eigenvalues.
Spectrum estimated(const std::vector<double>& alphas, const std::vector<double>& betas) {
  std::vector<double> diagonal;
  std::vector<double> beside;
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    diagonal.push_back(1 / alphas[i] + (i > 0 ? betas[i - 1] / alphas[i - 1] : 0));
    beside.push_back(std::sqrt(std::abs(betas[i])) / alphas[i]);
  }
  beside.back() = 0;
  Spectrum found = eigenvalues(diagonal, beside);
  found.lowest = std::max(found.lowest, 1e-12 * std::abs(found.highest));  // rounding may take it
  return {found.lowest - 0.05 * found.lowest, found.highest + 0.05 * found.highest};
}

}  // namespace

/// One step's iterations, with vectors of their own for every quantity.
class Iteration {
 public:
  Iteration(const System& system, const Settings& settings, Spectrum& spectrum, int most, Field& u,
            const Rounding& rounding)
      : a_(system),
        settings_(settings),
        spectrum_(spectrum),
        most_(std::min(most, settings.max_iters)),
        rounding_(rounding),
        state_(rounding.seed),
        u_(u),
        u0_(u.begin(), u.end()) {}

  Step run() {
    Vector r = residual();
    step_.initial = std::sqrt(dot(r, r));
    if (step_.initial == 0)
      step_.converged = true;
    else if (settings_.solver == use_jacobi)
      by_jacobi();
    else
      by_cg(r);
    step_.lowest = spectrum_.lowest;
    step_.highest = spectrum_.highest;
    return step_;
  }

 private:
  using Vector = std::vector<double>;

  bool may_go_on() const { return step_.iterations < most_; }

  bool ends(double square) {
    note(step_, square);
    step_.converged = step_.error < settings_.eps * step_.initial;
    return step_.converged || !std::isfinite(step_.error);
  }

  /// A number as another order of operations might have left it.
  double rounded(double value) {
    if (rounding_.size == 0) return value;
    state_ = state_ * 1664525U + 1013904223U;
    return value + value * rounding_.size * (double(state_ >> 8) / (1U << 23) - 1);
  }

  double dot(const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
    return rounded(sum);
  }

  /// A x from differences of neighbours, which vanish where x is even; rounded otherwise, with the
  /// diagonal, where nothing vanishes.
  Vector times(const Vector& x) {
    Vector y(x.size());
    for (int k = 0; k < a_.ny_; ++k)
      for (int j = 0; j < a_.nx_; ++j) {
        const std::size_t c = a_.at(k, j);
        y[c] = rounding_.size == 0
                   ? x[c] + a_.flow(x.data(), k, j)
                   : rounded(a_.diagonal(k, j) * x[c]) - rounded(a_.beside(x.data(), k, j));
      }
    return y;
  }

  Vector residual() {
    Vector r = times(Vector(u_.begin(), u_.end()));
    for (std::size_t c = 0; c < r.size(); ++c) r[c] = u0_[c] - r[c];
    return r;
  }

  /// M^-1 r.
  Vector preconditioned(const Vector& r) const {
    Vector z = r;
    if (settings_.preconditioner == jac_diag)
      for (int k = 0; k < a_.ny_; ++k)
        for (int j = 0; j < a_.nx_; ++j) z[a_.at(k, j)] /= a_.diagonal(k, j);
    if (settings_.preconditioner == jac_block)
      for (int bottom = 0; bottom < a_.ny_; bottom += strip)
        for (int j = 0; j < a_.nx_; ++j) solve_strip(bottom, j, z);
    return z;
  }

  /// Elimination in the tridiagonal matrix of a strip's cells.
  void solve_strip(int bottom, int j, Vector& z) const {
    const int top = std::min(bottom + strip, a_.ny_);
    double pivot[strip];
    for (int k = bottom; k < top; ++k) {
      pivot[k - bottom] = a_.diagonal(k, j);
      if (k == bottom) continue;
      const double factor = a_.north(k - 1, j) / pivot[k - 1 - bottom];
      pivot[k - bottom] -= factor * a_.north(k - 1, j);
      z[a_.at(k, j)] += factor * z[a_.at(k - 1, j)];
    }
    for (int k = top - 1; k >= bottom; --k) {
      if (k + 1 < top) z[a_.at(k, j)] += a_.north(k, j) * z[a_.at(k + 1, j)];
      z[a_.at(k, j)] /= pivot[k - bottom];
    }
  }

  void by_jacobi() {
    Vector old(u_.size());
    while (may_go_on()) {
      ++step_.iterations;
      std::copy(u_.begin(), u_.end(), old.begin());
      double change = 0;
      for (int k = 0; k < a_.ny_; ++k)
        for (int j = 0; j < a_.nx_; ++j) {
          const std::size_t c = a_.at(k, j);
          u_[c] = rounded((u0_[c] + a_.beside(old.data(), k, j)) / a_.diagonal(k, j));
          change += std::abs(u_[c] - old[c]);
        }
      if (ends(std::max(0.0, change + rounding_.floor))) return;
    }
  }

  void by_cg(Vector& r) {
    Vector z = preconditioned(r);
    Vector p = z;
    Vector alphas;
    Vector betas;
    double rz = dot(r, z);
    double old = step_.initial * step_.initial;
    while (may_go_on()) {
      const int n = step_.iterations + 1;
      const bool ready = std::abs(old) <= settings_.epslim && n >= settings_.presteps;
      const bool again = settings_.solver == use_ppcg && spectrum_.known() && n > 1;
      if (settings_.solver != use_cg && (ready || again)) {
        step_.switched = n;
        if (!spectrum_.known()) spectrum_ = estimated(alphas, betas);
        settings_.solver == use_chebyshev ? by_chebyshev() : by_ppcg(r);
        return;
      }
      ++step_.iterations;
      const Vector w = times(p);
      const double alpha = rz / dot(p, w);
      for (std::size_t c = 0; c < p.size(); ++c) {
        u_[c] += alpha * p[c];
        r[c] = rounded(r[c] - alpha * w[c]);
      }
      z = preconditioned(r);
      double next = dot(r, z);
      // Variants foresee it from products of the iteration before unless little is left.
      if (next > 1e-4 * rz) next += rounded(rz) - rz;
      const double beta = next / rz;
      rz = next;
      for (std::size_t c = 0; c < p.size(); ++c) p[c] = z[c] + beta * p[c];
      alphas.push_back(alpha);
      betas.push_back(beta);
      if (ends(rz)) return;
      old = step_.error;
    }
  }

  /// Chebyshev's coefficients, one pair after the other.
  void recur(double& rho, double& a, double& b) const {
    const double delta = (spectrum_.highest - spectrum_.lowest) / 2;
    const double sigma = theta() / delta;
    const double next = 1 / (2 * sigma - rho);
    a = next * rho;
    b = 2 * next / delta;
    rho = next;
  }
  double theta() const { return (spectrum_.highest + spectrum_.lowest) / 2; }
  double first_rho() const { return (spectrum_.highest - spectrum_.lowest) / 2 / theta(); }

  void by_chebyshev() {
    double rho = first_rho();
    double a = 0;
    double b = 0;
    double expected = 0;
    const double u0u0 = dot(u0_, u0_);
    Vector p = preconditioned(residual());
    for (std::size_t c = 0; c < p.size(); ++c) {
      p[c] /= theta();
      u_[c] += p[c];
    }
    while (may_go_on()) {
      ++step_.iterations;
      const Vector r = residual();
      const Vector z = preconditioned(r);
      recur(rho, a, b);
      for (std::size_t c = 0; c < p.size(); ++c) {
        p[c] = a * p[c] + b * z[c];
        u_[c] += p[c];
      }
      if (step_.iterations == step_.switched) {
        const double root = std::sqrt(spectrum_.highest / spectrum_.lowest);
        expected = std::round(std::log(settings_.eps / 2 * std::sqrt(u0u0 / dot(r, r))) /
                              std::log((root - 1) / (root + 1)));
      } else if (step_.iterations >= expected && step_.iterations % 10 == 0) {
        const double norm = std::max(0.0, std::sqrt(dot(r, r)) + rounding_.floor);
        if (ends(norm * norm)) return;
      }
    }
  }

  Vector polynomial(const Vector& r) {
    double rho = first_rho();
    double a = 0;
    double b = 0;
    Vector rest = r;
    Vector sd = preconditioned(r);
    for (double& value : sd) value /= theta();
    Vector z = sd;
    for (int i = 0; i < settings_.inner; ++i) {
      const Vector w = times(sd);
      for (std::size_t c = 0; c < w.size(); ++c) rest[c] -= w[c];
      const Vector m = preconditioned(rest);
      recur(rho, a, b);
      for (std::size_t c = 0; c < w.size(); ++c) {
        sd[c] = a * sd[c] + b * m[c];
        z[c] += sd[c];
      }
    }
    step_.inner += settings_.inner;
    return z;
  }

  void by_ppcg(Vector& r) {
    Vector z = polynomial(r);
    Vector p = z;
    while (may_go_on()) {
      ++step_.iterations;
      const double rz = dot(r, z);
      const Vector w = times(p);
      const double alpha = rz / dot(p, w);
      Vector change = r;  // of the residual
      for (std::size_t c = 0; c < p.size(); ++c) {
        u_[c] += alpha * p[c];
        r[c] -= alpha * w[c];
        change[c] = r[c] - change[c];
      }
      z = polynomial(r);
      const double next = dot(change, z);
      for (std::size_t c = 0; c < p.size(); ++c) p[c] = z[c] + next / rz * p[c];
      if (ends(next)) return;
    }
  }

  const System& a_;
  const Settings& settings_;
  Spectrum& spectrum_;
  int most_;
  Rounding rounding_;
  std::uint32_t state_;
  Field& u_;
  Vector u0_;
  Step step_;
};

// A - 1 has no eigenvalue below zero, and none above twice its largest diagonal element.  Of M^-1 A
// they lie between zero and two, since the matrix with the signs beside M turned is as definite as
// A; x.A x is at least x.x, and x.M x below 2 D x.x.
Spectrum System::spectrum_bounds(int preconditioner, double diagonal) const {
  if (preconditioner == none) return {1, 2 * diagonal - 1};
  return {1 / (2 * diagonal), 2};
}

Step System::iterate(const Settings& settings, Spectrum& spectrum, int most, Field& u,
                     Rounding rounding) const {
  return Iteration(*this, settings, spectrum, most, u, rounding).run();
}

}  // namespace tea
