#include "lulesh-kernels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "league/driver.hpp"
#include "lulesh-kernels_setup.hpp"

namespace {

using lulesh_kernels::Cube;
using Vector = league::vector<double>;

// Rounding of one operation, relative.
constexpr double rounding = 0x1p-53;

// Largest error of a field of the elements by the largest scale: `expected(e)` gives both.
template <typename Expected>
double scaled_error(const Vector& field, const Expected& expected) {
  double largest = 0;
  const double error = league::max_abs_error(field, [&](std::size_t e) {
    const Cube::Scaled wanted = expected(int(e));
    largest = std::max(largest, wanted.scale);
    return wanted.value;
  });
  return error / largest;
}

}  // namespace

template <typename Real>
league::Checks LuleshKernels::check(const Class& cls, const Data<Real>& data) {
  const Cube cube(cls);
  // Rates of change are multiples of three, so that a third of them, and all sums, are exact.
  const double steps = cls.steps;
  const auto strain = [&](const Vector& field, int axis) {
    return league::max_abs_error(field, [&](std::size_t e) {
      const double change = cube.change(int(e));
      return cube.strain(axis, int(e)) + steps * (axis == 0 ? 2 * change / 3 : -change / 3);
    });
  };
  const double vdov =
      league::max_abs_error(data.vdov, [&](std::size_t e) { return double(cube.change(int(e))); });

  // Positions and velocities are whole numbers and differences are exact.  Extents are rounded
  // twice, gradients five times on terms of that scale, and what is expected twice at most.
  const std::array extents{&data.delx_xi, &data.delx_eta, &data.delx_zeta};
  const std::array gradients{&data.delv_xi, &data.delv_eta, &data.delv_zeta};
  double extent_error = 0;
  double gradient_error = 0;
  for (int d = 0; d < 3; ++d) {
    extent_error = league::detail::worse(
        extent_error, league::max_rel_error(*extents[std::size_t(d)],
                                            [&](std::size_t e) { return cube.extent(d, int(e)); }));
    gradient_error = league::detail::worse(
        gradient_error,
        scaled_error(*gradients[std::size_t(d)], [&](int e) { return cube.gradient(d, e); }));
  }

  // A limiter between 0 and 1 is off by eight times a gradient's error over that gradient, by which
  // it is multiplied; the rest is a dozen operations: 100 roundings cover the linear part, twice as
  // many the quadratic one.
  const double linear = scaled_error(data.ql, [&](int e) { return cube.linear(e); });
  const double quadratic = scaled_error(data.qq, [&](int e) { return cube.quadratic(e); });

  // What is under the root is exact.
  const double speed =
      league::max_rel_error(data.ss, [&](std::size_t e) { return cube.sound_speed(int(e)); });
  return {{"dxx_error", strain(data.dxx, 0), 0},      {"dyy_error", strain(data.dyy, 1), 0},
          {"dzz_error", strain(data.dzz, 2), 0},      {"vdov_error", vdov, 0},
          {"delx_error", extent_error, 4 * rounding}, {"delv_error", gradient_error, 7 * rounding},
          {"ql_error", linear, 100 * rounding},       {"qq_error", quadratic, 200 * rounding},
          {"ss_error", speed, 2 * rounding}};
}

league::Work LuleshKernels::work(const Class& cls, std::size_t real_bytes) {
  const double elements = double(cls.s) * cls.s * cls.s;
  const auto bytes = double(real_bytes);
  // Operations: 1, 6, 222, 70 and 7; numbers: 3, 7, 14, 12 and 6; entries of lists: 0, 0, 8, 8, 1.
  return {306 * elements * cls.steps, (42 * bytes + 17 * 4) * elements * cls.steps,
          (27 * bytes + 16 * 4) * elements};
}

int main(int argc, char** argv) { return league::drive<LuleshKernels>(argc, argv); }
