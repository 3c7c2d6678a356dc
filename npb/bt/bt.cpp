#include "bt.hpp"

#include <algorithm>
#include <string>

#include "../cfd/cfd.hpp"
#include "bt_published.hpp"
#include "bt_reference.hpp"
#include "league/driver.hpp"

namespace {

// Norms known for this many points and steps; null where there are none.
const BtNorms* known_norms(const Bt::Class& cls) {
  for (const auto& norms : bt_published)
    if (norms.n == cls.n && norms.niter == cls.niter) return &norms;
  for (const auto& norms : bt_checkpoints)
    if (norms.n == cls.n && norms.niter == cls.niter) return &norms;
  return nullptr;
}

}  // namespace

template <typename Real>
Bt::Data<Real> Bt::make(const Class& cls) {
  const cfd::Grid grid(cls.n, cls.dt);
  const auto size = static_cast<std::size_t>(5 * grid.points);
  Data<Real> data{league::vector<Real>(size), league::vector<Real>(size)};
  cfd::initial_field(grid, data.u.data());
  cfd::forcing(grid, data.forcing.data());
  return data;
}

template <typename Real>
league::Checks Bt::check(const Class& cls, const Data<Real>& data) {
  const BtNorms* known = known_norms(cls);
  if (known == nullptr) {
    if (!why_not_checked(cls).empty()) return {};
    return cfd::reference::compare(bt::reference(cls), cls.niter, data.u.data());
  }
  // The forcing is made again, so that nothing a variant had in hand takes part.
  const cfd::Grid grid(cls.n, cls.dt);
  league::vector<Real> forcing(data.u.size());
  cfd::forcing(grid, forcing.data());
  const cfd::Norms residual = cfd::residual_norms(grid, data.u.data(), forcing.data());
  const cfd::Norms error = cfd::error_norms(grid, data.u.data());
  const double tolerance = cfd::norm_tolerance(cls.n);
  league::Checks checks;
  // Norms are blind for the boundary and for what is small beside them, so class S has both.
  if (cls.n == classes.front().n)
    checks = cfd::reference::compare(bt::reference(cls), cls.niter, data.u.data());
  for (int m = 0; m < 5; ++m)
    checks.push_back({"residual_norm_" + std::to_string(m),
                      cfd::relative_error(residual[m], known->residual[m]), tolerance});
  for (int m = 0; m < 5; ++m)
    checks.push_back({"error_norm_" + std::to_string(m),
                      cfd::relative_error(error[m], known->error[m]), tolerance});
  return checks;
}

std::string Bt::why_not_checked(const Class& cls) {
  return known_norms(cls) != nullptr ? "" : bt::why_no_reference(cls);
}

league::Work Bt::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const double inner = (n - 2) * (n - 2) * (n - 2);
  const auto bytes = double(real_bytes);
  // Operations per inner point as counted in ../cfd and bt_body.hpp: right-hand side 448; per axis
  // three blocks 175, two products with the lower one 216, elimination and substitution 345, back
  // substitution 50; update 6.
  const double flops = 448 + 3 * 786 + 6;
  // Every phase reads and writes its fields once; what a line needs while it is solved stays in a
  // cache.  Right-hand side: 11 in, 5 out; a solution: 11 in, 5 out; update: 10 in, 6 out.
  const double traffic = 5 * 16 * bytes;
  // The check has the state, two forcings, and what the second one is made of.
  const double resident = bytes * std::max(kept(cls), 21 * n * n * n);
  const double nominal = 1e-6 * cls.niter * (3478.8 * n * n * n - 17655.7 * n * n + 28023.7 * n);
  return {flops * inner * cls.niter, traffic * inner * cls.niter, resident, nominal, "Mop"};
}

int main(int argc, char** argv) { return league::drive<Bt>(argc, argv); }
