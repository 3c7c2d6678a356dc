#include "ft.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "ft_body.hpp"
#include "ft_published.hpp"
#include "ft_reference.hpp"
#include "league/driver.hpp"

namespace {

bool is_power_of_two(int n) { return n > 0 && (n & (n - 1)) == 0; }

// What is published for the grid, if it is for so many steps: the checksum of a step does not
// depend on how many follow.
std::vector<std::complex<double>> published_for(const Ft::Class& cls) {
  for (const ft::Published& published : ft::published())
    if (cls.nx == published.nx && cls.ny == published.ny && cls.nz == published.nz &&
        std::size_t(cls.niter) <= published.checksum.size())
      return published.checksum;
  return {};
}

}  // namespace

template <typename Real>
Ft::Data<Real> Ft::make(const Class& cls) {
  if (!is_power_of_two(cls.nx) || !is_power_of_two(cls.ny) || !is_power_of_two(cls.nz))
    throw std::invalid_argument("nx, ny and nz must be powers of two");
  return {league::vector<Real>(2 * std::size_t(cls.niter), league::poison<Real>())};
}

// The tolerance is that of the rules.  What is published has 13 digits: up to 1e-13 of it is
// theirs.  Both parts of a field begin between 0 and 1 and hardly leave that, so adding samples in
// whatever order loses no more than half a unit of the sum with each.
template <typename Real>
league::Checks Ft::check(const Class& cls, const Data<Real>& data) {
  constexpr double tolerance = 1e-12;
  constexpr double order = ft::samples * std::numeric_limits<double>::epsilon() / 2;
  static_assert(1e-13 + order < tolerance / 4);
  if (!why_not_checked(cls).empty()) return {};
  const std::vector<std::complex<double>> published = published_for(cls);
  const auto wanted = published.empty() ? ft::reference(cls) : published;
  std::vector<double> deviation;
  for (std::size_t step = 0; step < std::size_t(cls.niter); ++step) {
    const std::complex<double> found(data.checksum[2 * step], data.checksum[2 * step + 1]);
    deviation.push_back(std::abs((found - wanted[step]) / wanted[step]));
  }
  return {
      {"checksums", league::max_abs_error(deviation, [](std::size_t) { return 0.0; }), tolerance}};
}

std::string Ft::why_not_checked(const Class& cls) {
  return published_for(cls).empty() ? ft::why_no_reference(cls) : "";
}

league::Work Ft::work(const Class& cls, std::size_t real_bytes) {
  const auto points = double(cls.points());
  const double steps = cls.niter;
  const auto bytes = double(real_bytes);
  // Passes of radix 8 need 56 operations for eight points, and a complex product for most points
  // between two of them: of lines of 64, 3 N log2(N) in place of the usual 5.  And per step there
  // are two real factors for every mode.
  const double transform = 3 * points * std::log2(points);
  // A sweep reads and writes a complex field.  The field is written once by the set-up; a transform
  // is a sweep along each axis, since no cache holds a plane of the largest classes.
  const double sweep = 4 * bytes * points;
  league::Work work;
  work.flops = (steps + 1) * transform + steps * 3 * points;
  work.bytes = sweep / 2 + (steps + 1) * 3 * sweep;
  work.resident = sweep;  // the modes, and the field that is transformed back
  work.merit =
      1e-6 * points *
      (14.8157 + 7.19641 * std::log(points) + (5.23518 + 7.21113 * std::log(points)) * steps);
  work.merit_unit = "Mop";
  return work;
}

int main(int argc, char** argv) { return league::drive<Ft>(argc, argv); }
