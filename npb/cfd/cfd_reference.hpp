// The solution towards which the three simulated applications march.
#pragma once

#include <array>

namespace cfd {

/// Coefficients by component: 1, x, y, z, x^2, y^2, z^2, x^3, y^3, z^3, x^4, y^4, z^4.
constexpr std::array<std::array<double, 13>, 5> exact_coefficients{{
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
}};

/// Component m of the exact solution at a point of the unit cube.  Host only.
constexpr double exact(int m, double x, double y, double z) {
  const auto& c = exact_coefficients[m];
  return c[0] + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10]))) +
         y * (c[2] + y * (c[5] + y * (c[8] + y * c[11]))) +
         z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
}

}  // namespace cfd
