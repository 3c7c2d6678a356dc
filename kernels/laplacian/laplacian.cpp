#include "laplacian.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "league/driver.hpp"

namespace {

// sin(pi i / 3) and sin(pi i / 2) take, up to a factor, only the values below.  The second
// difference multiplies the slow wave by -1 and the fast one by -2, exactly.  A product of two slow
// waves and a fast one therefore is multiplied by -4 by the Laplacian, and by -1/2 by what is
// computed here.  The fast one may go any of the three ways; the sum of these three products with
// different weights, drawn, has all directions different and the same factor.  Its values are
// integers below 8 and later those times a power of two: nothing is ever rounded, in whatever order
// the seven terms are added.  Up to ten sweeps there is a product of three slow waves, too, whose
// factor is -3/8, so that no multiple of the start is the answer: in units of 8^-sweep all numbers
// are integers, at most 6 (7 + 1) 4^9 < 2^24.  In double precision they are multiples of
// unit<double>(), which need more bits than a float has.
struct Wave {
  Wave(const Laplacian::Class& cls, const std::array<int, 4>& drawn, int sweeps)
      : points(std::size_t(cls.n) + 1),
        weights(drawn),
        decay{std::pow(-4.0, sweeps), std::pow(-3.0, sweeps)},
        scale(std::pow(0.125, sweeps)) {}

  static int slow(std::size_t i) {
    constexpr std::array values{0, 1, 1, 0, -1, -1};
    return values[i % 6];
  }
  static int fast(std::size_t i) {
    constexpr std::array values{0, 1, 0, -1};
    return values[i % 4];
  }

  // Zero on the boundary, where every index is a multiple of 12.
  double at(std::size_t i, std::size_t j, std::size_t k) const {
    const int mixed = weights[0] * slow(i) * slow(j) * fast(k) +
                      weights[1] * slow(i) * fast(j) * slow(k) +
                      weights[2] * fast(i) * slow(j) * slow(k);
    return scale * (decay[0] * mixed + decay[1] * (weights[3] * slow(i) * slow(j) * slow(k)));
  }

  // The repeating part of a line in the fastest direction.
  std::array<double, 12> line(std::size_t i, std::size_t j) const {
    std::array<double, 12> period{};
    for (std::size_t k = 0; k < 12; ++k) period[k] = at(i, j, k);
    return period;
  }

  std::size_t points;
  std::array<int, 4> weights;
  std::array<double, 2> decay;
  double scale;
};

std::array<int, 4> draw_weights(int sweeps) {
  std::array weights{1, 2, 4, sweeps <= 10 ? 1 : 0};
  std::swap(weights[std::size_t(league::draw(0, 2))], weights[std::size_t(league::draw(0, 2))]);
  for (int& weight : weights) weight *= 2 * league::draw(0, 1) - 1;
  return weights;
}

}  // namespace

template <typename Real>
Laplacian::Data<Real> Laplacian::make(const Class& cls) {
  const Wave start(cls, draw_weights(cls.sweeps), 0);
  const std::size_t points = start.points;
  const std::size_t cells = points * points * points;
  Data<Real> data{league::vector<Real>(cells), league::vector<Real>(cells), start.weights};
  const auto edge = [points](std::size_t i) { return i == 0 || i == points - 1; };
  for (std::size_t i = 0; i < points; ++i)
    for (std::size_t j = 0; j < points; ++j) {
      Real* u = &data.u[(i * points + j) * points];
      Real* v = &data.v[(i * points + j) * points];
      const auto period = start.line(i, j);
      for (std::size_t k = 0; k < points; k += 12)
        for (std::size_t t = 0; t < std::min<std::size_t>(12, points - k); ++t)
          u[k + t] = Real(period[t]) * league::unit<Real>();
      std::fill_n(v, points, edge(i) || edge(j) ? Real(0) : league::poison<Real>());
      v[0] = v[points - 1] = 0;
    }
  return data;
}

template <typename Real>
league::Checks Laplacian::check(const Class& cls, const Data<Real>& data) {
  const Wave end(cls, data.weights, cls.sweeps);
  const std::size_t points = end.points;
  const auto unit = double(league::unit<Real>());
  double error = 0;
  for (std::size_t i = 0; i < points; ++i)
    for (std::size_t j = 0; j < points; ++j) {
      const auto period = end.line(i, j);
      const Real* u = &data.u[(i * points + j) * points];
      for (std::size_t k = 0; k < points; ++k) {
        const double difference = std::abs(double(u[k]) - unit * period[k % 12]);
        error = league::detail::worse(error, difference);
      }
    }
  // Exact arithmetic: nothing is rounded, so nothing is tolerated.
  return {{"max_error", error, 0}};
}

league::Work Laplacian::work(const Class& cls, std::size_t real_bytes) {
  const double inner = cls.n - 1;
  const double points = cls.n + 1;
  const double updates = inner * inner * inner * cls.sweeps;
  const auto bytes = double(real_bytes);
  return {8 * updates, 2 * bytes * updates, 2 * bytes * points * points * points};
}

int main(int argc, char** argv) { return league::drive<Laplacian>(argc, argv); }
