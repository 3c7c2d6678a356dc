#include "sp.hpp"

#include <cstddef>
#include <optional>

#include "../cfd/cfd.hpp"
#include "league/driver.hpp"
#include "sp_reference.hpp"

namespace {

cfd::Grid grid_of(const Sp::Class& cls) { return {cls.n, cls.dt}; }

/// Norms of class S after few steps: not published, computed with an independent program.
struct Checkpoint {
  int niter;
  Sp::Five residual;
  Sp::Five error;
};
constexpr std::array checkpoints{
    Checkpoint{1,
               {31104.87939539, 2746.990415522, 7571.625856291, 6354.327513694, 43865.74958455},
               {297.8380786869, 21.92452094438, 73.27884736271, 63.37846385174, 571.4417941288}},
    Checkpoint{2,
               {16482.30469443, 1353.07604138, 3938.510767119, 3303.062887765, 23713.09010525},
               {187.702141655, 12.12878348549, 45.2349624895, 39.05204102459, 372.8549503225}},
    Checkpoint{5,
               {3151.224305735, 234.295249881, 748.7367272115, 637.7313726147, 4893.632648399},
               {56.2851996401, 3.724369784313, 13.27553101559, 11.44349916193, 114.834127803}},
};

struct Known {
  Sp::Five residual;
  Sp::Five error;
};

/// What the norms have to be, where that is known.
std::optional<Known> known_for(const Sp::Class& cls) {
  for (const Sp::Class& published : Sp::classes)
    if (cls.letter == published.letter && cls.n == published.n && cls.niter == published.niter)
      return Known{published.residual, published.error};
  if (cls.letter != 'S' || cls.n != Sp::classes.front().n) return std::nullopt;
  for (const Checkpoint& early : checkpoints)
    if (cls.niter == early.niter) return Known{early.residual, early.error};
  return std::nullopt;
}

}  // namespace

template <typename Real>
Sp::Data<Real> Sp::make(const Class& cls) {
  const cfd::Grid grid = grid_of(cls);
  const auto values = std::size_t(5 * grid.points);
  Data<Real> data{league::vector<Real>(values), league::vector<Real>(values),
                  league::vector<Real>(values)};
  cfd::initial_field(grid, data.u.data());
  cfd::forcing(grid, data.forcing.data());
  for (int m = 0; m < 5; ++m)
    for (int k = 0; k < grid.n; ++k)
      for (int j = 0; j < grid.n; ++j)
        for (int i = 0; i < grid.n; ++i)
          data.rhs[std::size_t(m * grid.points + grid.at(k, j, i))] =
              grid.edge(k, j, i) ? Real(0) : league::poison<Real>();
  return data;
}

// The ten norms of the benchmark's definition, at its tolerance or below.  They are computed from
// the final state alone, not from what the variant keeps.
template <typename Real>
league::Checks Sp::check(const Class& cls, const Data<Real>& data) {
  const auto known = known_for(cls);
  if (!known) {
    if (!why_not_checked(cls).empty()) return {};
    return cfd::reference::compare(sp::reference(cls), cls.niter, data.u.data());
  }
  const cfd::Grid grid = grid_of(cls);
  const cfd::Norms residual = cfd::residual_norms(grid, data.u.data(), data.forcing.data());
  const cfd::Norms error = cfd::error_norms(grid, data.u.data());
  const double tolerance = cfd::norm_tolerance(cls.n);
  constexpr const char* components[] = {"density", "momentum_x", "momentum_y", "momentum_z",
                                        "energy"};
  league::Checks checks;
  // Norms are blind for the boundary and for what is small beside them, so class S has both.
  if (cls.n == classes.front().n)
    checks = cfd::reference::compare(sp::reference(cls), cls.niter, data.u.data());
  for (int m = 0; m < 5; ++m)
    checks.push_back({std::string("residual_") + components[m],
                      cfd::relative_error(residual[m], known->residual[m]), tolerance});
  for (int m = 0; m < 5; ++m)
    checks.push_back({std::string("error_") + components[m],
                      cfd::relative_error(error[m], known->error[m]), tolerance});
  return checks;
}

std::string Sp::why_not_checked(const Class& cls) {
  return known_for(cls) ? "" : sp::why_no_reference(cls);
}

league::Work Sp::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const double points = n * n * n;
  const double inner = (n - 2) * (n - 2) * (n - 2);
  // Operations per inner point and step, counted in the source with a division or a root as one:
  // right-hand side 448 (states 63, fluxes 93, viscous terms 132, linear part 150, forcing 10), the
  // first transform 39, in each solve 19 for the waves, 69 to eliminate and 20 to substitute, the
  // transforms in between 8 and 8, the last one 36, sum and reciprocal 6.
  const double flops = inner * cls.niter * (448 + 39 + 3 * (19 + 69 + 20) + 8 + 8 + 36 + 6);
  // Every phase reads and writes its fields once: the right-hand side the state of all points and
  // 11 numbers an inner point, the solves 16, 16 and 17 a point of the lines that they solve; what
  // elimination leaves of a line stays in a cache.
  const double lines = n * (n - 2) * (n - 2);
  const double bytes = double(real_bytes) * (5 * points + 11 * inner + 49 * lines) * cls.niter;
  const double resident = double(real_bytes) * kept(cls);
  const double merit =
      1e-6 * cls.niter * (881.174 * n * n * n - 4683.91 * n * n + 11484.5 * n - 19272.4);
  return {flops, bytes, resident, merit, "Mop"};
}

int main(int argc, char** argv) { return league::drive<Sp>(argc, argv); }
