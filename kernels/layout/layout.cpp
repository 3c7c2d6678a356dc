#include "layout.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "league/driver.hpp"

namespace {

// Small integers from the index, the first of which is drawn.  No two components follow the same
// rule, neighbours differ, and a particle moves in every direction.  In double precision the mass
// is a multiple of unit<double>(), which needs more bits than a float has.
struct State {
  State(std::size_t i, double scale) {
    const std::uint32_t bits = (std::uint32_t(i) + 1) * 0x9e3779b1U;
    mass = (1 + (bits >> 30U)) * scale;
    vx = 1 + ((bits >> 27U) & 7U);
    vy = -1.0 - ((bits >> 25U) & 3U);
    vz = 9 + ((bits >> 22U) & 7U);
    start = (bits >> 20U) & 3U;
  }
  double mass, vx, vy, vz;
  double start;  // energy before the first sweep
};

}  // namespace

template <typename Real>
Layout::Data<Real> Layout::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Particle<Real>>(n),
                  league::vector<Real>(n),
                  league::vector<Real>(n),
                  league::vector<Real>(n),
                  league::vector<Real>(n),
                  league::vector<int>(n),
                  league::vector<Real>(n)};
  // Steps of about 0.618 n, the golden section, leave no two of many successive indices close.
  std::size_t step = std::max<std::size_t>(1, std::size_t(0.6180339887 * double(n)));
  while (std::gcd(step, n) != 1) ++step;
  std::size_t place = 0;
  data.shift = std::size_t(league::draw(0, 9999));
  for (std::size_t i = 0; i < n; ++i) {
    const State state(i + data.shift, league::unit<Real>());
    // What no variant should read would spoil its result.
    data.particles[i] = {league::poison<Real>(), league::poison<Real>(), league::poison<Real>(),
                         Real(state.vx),         Real(state.vy),         Real(state.vz),
                         Real(state.mass),       league::poison<Real>()};
    data.vx[i] = Real(state.vx);
    data.vy[i] = Real(state.vy);
    data.vz[i] = Real(state.vz);
    data.mass[i] = Real(state.mass);
    data.order[i] = int(place);
    data.energy[i] = Real(state.start);
    place = (place + step) % n;
  }
  return data;
}

template <typename Real>
league::Checks Layout::check(const Class& cls, const Data<Real>& data) {
  const auto expected = [&](std::size_t i) {
    const State state(i + data.shift, league::unit<Real>());
    const double square = state.vx * state.vx + state.vy * state.vy + state.vz * state.vz;
    return state.start + cls.sweeps * state.mass * square;
  };
  // Integers below 2^24, times the unit, for up to 10000 sweeps: nothing is rounded, so nothing is
  // tolerated.
  return {{"max_error", league::max_abs_error(data.energy, expected), 0}};
}

league::Work Layout::work(const Class& cls, std::size_t real_bytes) {
  // Four inputs are read, the energy is read and written; what a layout moves besides is its loss.
  const double n = cls.n;
  const double updates = n * cls.sweeps;
  const auto bytes = double(real_bytes);
  return {7 * updates, 6 * bytes * updates, 13 * bytes * n + 4 * n};
}

int main(int argc, char** argv) { return league::drive<Layout>(argc, argv); }
