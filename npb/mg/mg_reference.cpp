#include "mg_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace {

// A 27-point stencil by its definition: the weight of a neighbour depends on how many of its three
// coordinates differ.
using Weights = std::array<double, 4>;
constexpr Weights poisson{-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0};
constexpr Weights restriction{1.0 / 2.0, 1.0 / 4.0, 1.0 / 8.0, 1.0 / 16.0};
constexpr Weights prolongation{1.0, 1.0 / 2.0, 1.0 / 4.0, 1.0 / 8.0};

// A periodic cube of values.
struct Cube {
  explicit Cube(int n) : side(n), values(std::size_t(n) * std::size_t(n) * std::size_t(n)) {}

  // Coordinates may be one off the cube on either side.
  std::size_t index(int x, int y, int z) const {
    const auto wrapped = [this](int c) { return std::size_t((c + side) % side); };
    return (wrapped(z) * std::size_t(side) + wrapped(y)) * std::size_t(side) + wrapped(x);
  }

  int side;
  std::vector<double> values;
};

// visit(x, y, z) for every point of a cube.
template <typename Visit>
void for_each_point(int side, const Visit& visit) {
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) visit(x, y, z);
}

// visit(dx, dy, dz, weight) for the 27 points of a stencil.
template <typename Visit>
void for_each_neighbour(const Weights& weights, const Visit& visit) {
  const auto differs = [](int d) { return std::size_t(d == 0 ? 0 : 1); };
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        visit(dx, dy, dz, weights[differs(dx) + differs(dy) + differs(dz)]);
}

// The stencil applied to `cube` at a point.
double applied(const Weights& weights, const Cube& cube, int x, int y, int z) {
  double sum = 0;
  for_each_neighbour(weights, [&](int dx, int dy, int dz, double weight) {
    sum += weight * cube.values[cube.index(x + dx, y + dy, z + dz)];
  });
  return sum;
}

void smooth(const Weights& smoother, const Cube& r, Cube& u) {
  for_each_point(u.side, [&](int x, int y, int z) {
    u.values[u.index(x, y, z)] += applied(smoother, r, x, y, z);
  });
}

// The restriction at the points of `fine` with odd coordinates: a cube half as wide.
Cube restricted(const Cube& fine) {
  Cube coarse(fine.side / 2);
  for_each_point(coarse.side, [&](int x, int y, int z) {
    coarse.values[coarse.index(x, y, z)] =
        applied(restriction, fine, 2 * x + 1, 2 * y + 1, 2 * z + 1);
  });
  return coarse;
}

// A cube twice as wide, to which every point of `coarse` gave its share.
Cube interpolated(const Cube& coarse) {
  Cube fine(2 * coarse.side);
  for_each_point(coarse.side, [&](int x, int y, int z) {
    const double value = coarse.values[coarse.index(x, y, z)];
    for_each_neighbour(prolongation, [&](int dx, int dy, int dz, double weight) {
      fine.values[fine.index(2 * x + 1 + dx, 2 * y + 1 + dy, 2 * z + 1 + dz)] += weight * value;
    });
  });
  return fine;
}

// f - A u.
Cube residual(const Cube& f, const Cube& u) {
  Cube r(u.side);
  for_each_point(u.side, [&](int x, int y, int z) {
    const std::size_t point = u.index(x, y, z);
    r.values[point] = f.values[point] - applied(poisson, u, x, y, z);
  });
  return r;
}

}  // namespace

std::array<double, 4> mg::smoother_of(char letter) {
  const bool small = letter == 'S' || letter == 'W' || letter == 'A';
  if (small) return {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0};
  return {-3.0 / 17.0, 1.0 / 33.0, -1.0 / 61.0, 0.0};
}

namespace {

// What a V-cycle from zero makes of a right side.
Cube cycle(const Weights& smoother, const Cube& right_side) {
  std::vector<Cube> right_sides{right_side};  // finest first
  while (right_sides.back().side > 2) right_sides.push_back(restricted(right_sides.back()));
  Cube u(2);
  smooth(smoother, right_sides.back(), u);
  for (auto f = right_sides.rbegin() + 1; f != right_sides.rend(); ++f) {
    u = interpolated(u);
    smooth(smoother, residual(*f, u), u);
  }
  return u;
}

// A cycle is linear, so one that starts from u adds to it what one from zero makes of the residual.
std::vector<double> all_cycles(const Mg::Class& cls, const double* v) {
  Cube right_side(cls.side());
  std::copy_n(v, right_side.values.size(), right_side.values.begin());
  Cube u(cls.side());
  for (int iteration = 0; iteration < cls.niter; ++iteration) {
    const Cube more = cycle(mg::smoother_of(cls.letter), residual(right_side, u));
    for (std::size_t point = 0; point < u.values.size(); ++point)
      u.values[point] += more.values[point];
  }
  return u.values;
}

}  // namespace

const std::vector<double>& mg::reference(const Mg::Class& cls, const double* v) {
  static std::vector<double> kept;
  static Mg::Class of{};
  if (of.levels != cls.levels || of.niter != cls.niter || of.letter != cls.letter)
    kept = all_cycles(cls, v);
  of = cls;
  return kept;
}

std::string mg::why_no_reference(const Mg::Class& cls) {
  // 27 points of four stencils take some 0.6 us a point: a minute of one core at most.
  if (std::ldexp(0.6e-6, 3 * cls.levels) * cls.niter > 60)
    return "no published norm, and more than a minute to compute the cycles";
  return "";
}

double mg::residual_norm(int side, const double* u, const double* v) {
  const auto n = std::size_t(side);
  double sum = 0;
  for (std::size_t z = 0; z < n; ++z)
    for (std::size_t y = 0; y < n; ++y) {
      const auto row = [&](std::size_t dz, std::size_t dy) {  // of the neighbour at d - 1
        return u + ((z + n + dz - 1) % n * n + (y + n + dy - 1) % n) * n;
      };
      const std::array rows{row(0, 0), row(0, 1), row(0, 2), row(1, 0), row(1, 1),
                            row(1, 2), row(2, 0), row(2, 1), row(2, 2)};
      const double* const right_side = v + (z * n + y) * n;
      for (std::size_t x = 0; x < n; ++x) {
        const std::size_t west = (x + n - 1) % n;
        const std::size_t east = (x + 1) % n;
        const auto corners = [&](std::size_t c) {
          return rows[0][c] + rows[2][c] + rows[6][c] + rows[8][c];
        };
        const auto sides = [&](std::size_t c) {
          return rows[1][c] + rows[3][c] + rows[5][c] + rows[7][c];
        };
        const double edges = corners(x) + sides(west) + sides(east);
        const double r = right_side[x] - poisson[0] * rows[4][x] - poisson[2] * edges -
                         poisson[3] * (corners(west) + corners(east));
        sum += r * r;
      }
    }
  return std::sqrt(sum / (double(n) * double(n) * double(n)));
}
