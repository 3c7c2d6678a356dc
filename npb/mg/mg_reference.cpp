#include "mg_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace {

constexpr std::array<mg::Charges, 5> published{{
    // class S
    {32,
     {{{17, 26, 17},
       {28, 0, 28},
       {30, 4, 25},
       {12, 15, 12},
       {21, 31, 6},
       {1, 16, 21},
       {4, 22, 3},
       {2, 0, 3},
       {19, 29, 31},
       {7, 1, 20}}},
     {{{0, 11, 2},
       {13, 8, 17},
       {5, 14, 0},
       {4, 28, 15},
       {12, 2, 1},
       {5, 17, 8},
       {20, 19, 11},
       {26, 15, 31},
       {8, 25, 22},
       {7, 14, 26}}}},
    // class W
    {128,
     {{{115, 86, 20},
       {39, 32, 1},
       {26, 84, 73},
       {80, 90, 20},
       {27, 48, 11},
       {29, 17, 109},
       {34, 21, 100},
       {14, 110, 118},
       {127, 45, 32},
       {113, 85, 50}}},
     {{{15, 22, 123},
       {102, 117, 59},
       {14, 121, 75},
       {109, 87, 121},
       {9, 1, 21},
       {95, 34, 54},
       {38, 126, 12},
       {92, 83, 35},
       {70, 2, 64},
       {114, 103, 5}}}},
    // classes A and B
    {256,
     {{{55, 118, 165},
       {3, 116, 173},
       {174, 244, 162},
       {43, 192, 232},
       {210, 5, 246},
       {113, 121, 205},
       {200, 81, 207},
       {201, 16, 196},
       {241, 170, 12},
       {52, 207, 38}}},
     {{{221, 40, 238},
       {152, 160, 34},
       {80, 182, 253},
       {248, 168, 155},
       {197, 5, 201},
       {90, 61, 203},
       {15, 203, 30},
       {99, 154, 57},
       {100, 136, 110},
       {209, 152, 96}}}},
    // class C
    {512,
     {{{149, 399, 329},
       {201, 8, 49},
       {144, 91, 310},
       {161, 278, 73},
       {507, 41, 125},
       {241, 85, 3},
       {147, 115, 197},
       {449, 268, 441},
       {9, 491, 116},
       {308, 359, 9}}},
     {{{397, 310, 198},
       {94, 399, 236},
       {221, 276, 59},
       {342, 137, 166},
       {381, 72, 281},
       {350, 192, 416},
       {16, 19, 455},
       {152, 336, 8},
       {400, 502, 447},
       {72, 0, 105}}}},
    // class D
    {1024,
     {{{78, 276, 250},
       {271, 75, 815},
       {258, 730, 482},
       {777, 453, 706},
       {956, 217, 952},
       {622, 881, 180},
       {982, 944, 696},
       {335, 295, 600},
       {742, 641, 147},
       {739, 879, 781}}},
     {{{186, 374, 694},
       {773, 345, 474},
       {478, 874, 804},
       {306, 75, 624},
       {397, 667, 49},
       {606, 199, 59},
       {892, 70, 361},
       {844, 261, 252},
       {221, 906, 14},
       {85, 327, 232}}}},
}};

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

}  // namespace

const mg::Charges* mg::charges_of(int side) {
  const auto* const found = std::find_if(published.begin(), published.end(),
                                         [side](const Charges& c) { return c.side == side; });
  return found == published.end() ? nullptr : found;
}

std::array<double, 4> mg::smoother_of(char letter) {
  const bool small = letter == 'S' || letter == 'W' || letter == 'A';
  if (small) return {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0};
  return {-3.0 / 17.0, 1.0 / 33.0, -1.0 / 61.0, 0.0};
}

std::vector<double> mg::one_cycle(const Mg::Class& cls, const double* v) {
  const Weights smoother = smoother_of(cls.letter);
  std::vector<Cube> right_sides{Cube(cls.side())};  // finest first
  std::copy_n(v, right_sides.front().values.size(), right_sides.front().values.begin());
  while (right_sides.back().side > 2) right_sides.push_back(restricted(right_sides.back()));
  Cube u(2);
  smooth(smoother, right_sides.back(), u);
  for (auto f = right_sides.rbegin() + 1; f != right_sides.rend(); ++f) {
    u = interpolated(u);
    Cube r(u.side);
    for_each_point(u.side, [&](int x, int y, int z) {
      const std::size_t point = u.index(x, y, z);
      r.values[point] = f->values[point] - applied(poisson, u, x, y, z);
    });
    smooth(smoother, r, u);
  }
  return u.values;
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
