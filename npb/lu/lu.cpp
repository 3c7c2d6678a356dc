#include "lu.hpp"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "../cfd/cfd.hpp"
#include "league/driver.hpp"
#include "lu_reference.hpp"

namespace {

cfd::Grid grid_of(const Lu::Class& cls) { return {cls.n, cls.dt}; }

struct Known {
  Lu::Five residual;
  Lu::Five error;
  double surface;
};

/// Class S after few steps: not published, computed with an independent program.
struct Checkpoint {
  int niter;
  Known known;
};
constexpr std::array checkpoints{
    Checkpoint{1,
               {{15158.6446956, 1380.329462611, 3797.412823181, 3243.186275443, 24540.32329965},
                {267.0533886796, 20.31682569564, 67.75786330838, 60.11794848257, 551.9066456625},
                556.232445622}},
    Checkpoint{2,
               {{7245.149025659, 604.8100444945, 1812.039535274, 1565.44651403, 13113.86358576},
                {181.2748852169, 13.14799940112, 46.03803602438, 41.41367758967, 398.9607204612},
                356.775795128}},
    Checkpoint{5,
               {{2087.274070445, 144.0202362031, 527.3774065242, 477.1370661936, 4628.278601409},
                {73.47684141128, 5.944710986837, 18.60375108268, 16.98557139078, 173.0843126382},
                139.2539949781}},
};

/// What the norms and the integral have to be, where that is known.
std::optional<Known> known_for(const Lu::Class& cls) {
  for (const Lu::Class& published : Lu::classes)
    if (cls.letter == published.letter && cls.n == published.n && cls.niter == published.niter)
      return Known{published.residual, published.error, published.surface};
  if (cls.letter != 'S' || cls.n != Lu::classes.front().n) return std::nullopt;
  for (const Checkpoint& early : checkpoints)
    if (cls.niter == early.niter) return early.known;
  return std::nullopt;
}

/// Integral of c2 (E - kinetic energy) over the surface of the box 1 <= i <= n - 2, 1 <= j <= n -
/// 3, 2 <= k <= n - 2: the corners of every cell of every face, a quarter each.
double surface_integral(const cfd::Grid& grid, const double* u) {
  const int i0 = 1;
  const int i1 = grid.n - 2;
  const int j0 = 1;
  const int j1 = grid.n - 3;
  const int k0 = 2;
  const int k1 = grid.n - 2;
  const auto phi = [&](int i, int j, int k) {
    const double* at = u + grid.at(k, j, i);
    const double x = at[grid.points];
    const double y = at[2 * grid.points];
    const double z = at[3 * grid.points];
    return cfd::c2 * (at[4 * grid.points] - 0.5 * (x * x + y * y + z * z) / at[0]);
  };
  // How many cells of a range of indices share a corner.
  const auto weight = [](int p, int first, int last) {
    return p == first || p == last ? 1.0 : 2.0;
  };
  double sum = 0;
  for (int j = j0; j <= j1; ++j)
    for (int i = i0; i <= i1; ++i)
      sum += weight(j, j0, j1) * weight(i, i0, i1) * (phi(i, j, k0) + phi(i, j, k1));
  for (int k = k0; k <= k1; ++k)
    for (int i = i0; i <= i1; ++i)
      sum += weight(k, k0, k1) * weight(i, i0, i1) * (phi(i, j0, k) + phi(i, j1, k));
  for (int k = k0; k <= k1; ++k)
    for (int j = j0; j <= j1; ++j)
      sum += weight(k, k0, k1) * weight(j, j0, j1) * (phi(i0, j, k) + phi(i1, j, k));
  return 0.25 * grid.h * grid.h * sum;
}

}  // namespace

template <typename Real>
Lu::Data<Real> Lu::make(const Class& cls) {
  const cfd::Grid grid = grid_of(cls);
  const auto values = std::size_t(5 * grid.points);
  Data<Real> data{league::vector<Real>(values), league::vector<Real>(values)};
  cfd::initial_field(grid, data.u.data());
  cfd::forcing(grid, data.forcing.data());
  return data;
}

// The eleven numbers of the benchmark's definition, at its tolerance or below.  They are computed
// from the final state alone, not from what the variant keeps.
template <typename Real>
league::Checks Lu::check(const Class& cls, const Data<Real>& data) {
  const auto known = known_for(cls);
  if (!known) {
    if (!why_not_checked(cls).empty()) return {};
    return cfd::reference::compare(lu::reference(cls), cls.niter, data.u.data());
  }
  const cfd::Grid grid = grid_of(cls);
  const cfd::Norms residual = cfd::residual_norms(grid, data.u.data(), data.forcing.data());
  const cfd::Norms error = cfd::error_norms(grid, data.u.data());
  const double surface = surface_integral(grid, data.u.data());
  const double tolerance = cfd::norm_tolerance(cls.n);
  constexpr const char* components[] = {"density", "momentum_x", "momentum_y", "momentum_z",
                                        "energy"};
  league::Checks checks;
  // Norms are blind for the boundary and for what is small beside them, so class S has both.
  if (cls.n == classes.front().n)
    checks = cfd::reference::compare(lu::reference(cls), cls.niter, data.u.data());
  for (int m = 0; m < 5; ++m)
    checks.push_back({std::string("residual_") + components[m],
                      cfd::relative_error(residual[m], known->residual[m]), tolerance});
  for (int m = 0; m < 5; ++m)
    checks.push_back({std::string("error_") + components[m],
                      cfd::relative_error(error[m], known->error[m]), tolerance});
  checks.push_back({"surface_integral", cfd::relative_error(surface, known->surface), tolerance});
  return checks;
}

std::string Lu::why_not_checked(const Class& cls) {
  return known_for(cls) ? "" : lu::why_no_reference(cls);
}

league::Work Lu::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const double points = n * n * n;
  const double inner = (n - 2) * (n - 2) * (n - 2);
  // Operations per inner point and step, counted in the source with a division as one.  Residual:
  // states of seven points 9 each; for each axis 50 in the linear part, 31 for two fluxes and their
  // difference, 44 for viscous terms; 5 for the time step.  A sweep: states of four points 9 each,
  // blocks of three neighbours 72 each, 10 to take them off, 42 to solve.  Update 11.
  const double flops =
      inner * cls.niter * (7 * 9 + 3 * (50 + 31 + 44) + 5 + 2 * (4 * 9 + 3 * 72 + 10 + 42) + 11);
  // The residual reads state, 1 / density and forcing and writes the increment; a sweep reads state
  // and 1 / density and changes the increment.  With caches that hold a few planes the upper sweep
  // can update the state as well.
  const double bytes = double(real_bytes) * points * cls.niter * (16 + 16 + 22);
  const double resident = double(real_bytes) * kept(cls);
  const double merit =
      1e-6 * cls.niter * (1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010.0);
  return {flops, bytes, resident, merit, "Mop"};
}

int main(int argc, char** argv) { return league::drive<Lu>(argc, argv); }
