#include "mg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "league/driver.hpp"
#include "mg_body.hpp"
#include "mg_published.hpp"
#include "mg_reference.hpp"

namespace {

using Drawn = std::pair<std::uint64_t, std::size_t>;  // a state of the generator and its point

// Keeps the ten states that come first by `before`, best first.
void keep(std::vector<Drawn>& ten, const Drawn& drawn, bool (*before)(const Drawn&, const Drawn&)) {
  if (ten.size() == 10 && !before(drawn, ten.back())) return;
  if (ten.size() == 10) ten.pop_back();
  ten.insert(std::upper_bound(ten.begin(), ten.end(), drawn, before), drawn);
}

bool larger(const Drawn& a, const Drawn& b) { return a.first > b.first; }
bool smaller(const Drawn& a, const Drawn& b) { return a.first < b.first; }

// How many points of v are not what the published list says; zero if all are right.
double wrong_charges(int side, const double* v) {
  const mg::Charges* charges = mg::charges_of(side);
  const auto n = std::size_t(side);
  const auto at = [&](const mg::Point& p) {
    return v[(std::size_t(p.z) * n + std::size_t(p.y)) * n + std::size_t(p.x)];
  };
  double wrong = 20.0 - double(n * n * n - std::size_t(std::count(v, v + n * n * n, 0.0)));
  wrong = std::abs(wrong);
  if (charges == nullptr) return wrong;
  for (const mg::Point& p : charges->plus) wrong += at(p) == 1 ? 0 : 1;
  for (const mg::Point& p : charges->minus) wrong += at(p) == -1 ? 0 : 1;
  return wrong;
}

// The class whose published norm is that of such a run; null if there is none.
const Mg::Class* published_for(const Mg::Class& cls) {
  for (const Mg::Class& published : Mg::classes)
    if (published.letter == cls.letter && published.levels == cls.levels &&
        published.niter == cls.niter)
      return &published;
  return nullptr;
}

double relative_error(double value, double wanted) { return std::abs(value - wanted) / wanted; }

}  // namespace

template <typename Real>
Mg::Data<Real> Mg::make(const Class& cls) {
  const auto n = std::size_t(cls.side());
  const std::size_t points = n * n * n;
  const auto coarse = std::size_t(mg::offset(cls.levels));
  const Real mark = league::poison<Real>();
  using Vector = league::vector<Real>;
  Data<Real> data{Vector(points, Real(0)),
                  Vector(points, mark),
                  Vector(points, mark),
                  Vector(coarse, mark),
                  Vector(coarse, mark),
                  mark,
                  mark};

  npb::Random random{314159265};
  std::vector<Drawn> largest;
  std::vector<Drawn> smallest;
  for (std::size_t point = 0; point < points; ++point) {
    const Drawn drawn{random.next_state(), point};
    keep(largest, drawn, larger);
    keep(smallest, drawn, smaller);
  }
  for (const Drawn& drawn : largest) data.v[drawn.second] = 1;
  for (const Drawn& drawn : smallest) data.v[drawn.second] = -1;
  return data;
}

template <typename Real>
league::Checks Mg::check(const Class& cls, const Data<Real>& data) {
  if (!why_not_checked(cls).empty()) return {};
  const Class* published = published_for(cls);
  const int n = cls.side();
  const double first = std::sqrt(20.0 / (double(n) * n * n));  // u = 0, so r = v
  const double epsilon = std::numeric_limits<Real>::epsilon();
  const double from_u = mg::residual_norm(n, data.u.data(), data.v.data());
  league::Checks checks{
      {"wrong_charges", wrong_charges(n, data.v.data()), 0, league::Check::Kind::structural},
      // The sum is a sum of ones, exact in any order; a division and a root are rounded.
      {"first_norm", relative_error(data.first_norm, first), 4 * epsilon},
  };
  if (published != nullptr) {
    constexpr double tolerance = 1e-8;  // of the rules
    checks.push_back({"last_norm", relative_error(data.last_norm, published->verify), tolerance});
    checks.push_back({"norm_from_u", relative_error(from_u, published->verify), tolerance});
    if (cls.letter != 'S') return checks;  // which alone costs less than a second
  }
  // Values stay below one; in a cycle a point is the result of three stencils on each grid, each of
  // less than thirty operations.  A cycle shrinks the errors that it finds.
  const double roundings = 3.0 * 30 * cls.levels * (cls.niter + 1) * epsilon;
  const std::vector<double>& wanted = mg::reference(cls, data.v.data());
  checks.push_back({"cycles",
                    league::max_abs_error(data.u, [&](std::size_t point) { return wanted[point]; }),
                    roundings});
  // A residual is rounded thirty times.
  if (published == nullptr)
    checks.push_back({"last_norm", std::abs(data.last_norm - from_u), 2 * 30 * epsilon});
  return checks;
}

std::string Mg::why_not_checked(const Class& cls) {
  return published_for(cls) != nullptr ? "" : mg::why_no_reference(cls);
}

league::Work Mg::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.side();
  const double points = n * n * n;
  const double coarse = points / 7;  // of all coarser grids together: 1/8 + 1/64 + ...
  // Operations per point with sums of four shared along a row: residual 15, smoother 16,
  // interpolation 3 and restriction 3 per point of the finer grid.
  const double fine_flops = 2 * 15 + 16 + 3 + 3;
  const double coarse_flops = 15 + 16 + 3 + 3;
  // Words per point.  Finest grid: u and v read for the residual that is restricted; u and v read
  // and u written for correction and smoothing.  Coarse grids: u and r written and read once.
  const double fine_words = 5;
  const double coarse_words = 4;
  const auto bytes = double(real_bytes);
  const double flops =
      cls.niter * (fine_flops * points + coarse_flops * coarse) + (15 + 2 + 2) * points;
  const double traffic = cls.niter * (fine_words * points + coarse_words * coarse) + 2 * points;
  const double resident = 3 * points + 2 * coarse;
  const double merit = 58e-6 * cls.niter * points;
  return {flops, bytes * traffic, bytes * resident, merit, "Mop"};
}

int main(int argc, char** argv) { return league::drive<Mg>(argc, argv); }
