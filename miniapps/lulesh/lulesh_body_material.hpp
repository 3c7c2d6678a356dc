// The equation of state of an element, and what its state allows the next time step to be.
#pragma once

#include <cmath>

#include "lulesh_body_element.hpp"

namespace lulesh {

/// Energy, pressure and artificial viscosity.
struct Gas {
  double e, p, q;
};

/// Pressure of a gas of relative volume vc and energy e, of which it is b times as much.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double pressure_of(double vc, double b, double e) {
  constexpr double p_cut = 1e-7;
  const double p = b * e;
  const double cut = std::abs(p) < p_cut || vc >= eos_max ? 0.0 : p;
  return larger(cut, 0.0);
}

/// An energy that is hardly there is none.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double energy_cut(double e) {
  constexpr double e_cut = 1e-7;
  constexpr double e_min = -1e15;
  return larger(std::abs(e) < e_cut ? 0.0 : e, e_min);
}

/// State at the end of a cycle in which the relative volume changed by dv to `relative`: predictor
/// half a step ahead, corrector, and a last look at pressure and viscosity.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Gas equation_of_state(const Gas& old, double relative,
                                                                    double dv, double linear,
                                                                    double quadratic) {
  const double vc = gas_volume(relative);
  const double half = vc <= eos_min ? 0.0 : 0.5 * dv;
  const double vh = vc - half;
  // Pressures by energies, now and half a step ago: two quotients, one division.
  const double b = (2.0 / 3.0) / (vc * vh);
  const double b_now = b * vh;
  const double b_then = b * vc;
  const bool expands = dv > 0.0;  // then there is no viscosity
  const double ql = expands ? 0.0 : linear;
  const double qq = expands ? 0.0 : quadratic;
  const double pq = (vc >= eos_max ? 0.0 : old.p) + old.q;
  constexpr double e_min = -1e15;
  double e = larger(old.e - 0.5 * dv * pq, e_min);
  const double ph = pressure_of(vc, b_then, e);
  const double qh = speed_of_sound(e, vh, ph) * ql + qq;
  e = energy_cut(e + 0.5 * dv * (3.0 * pq - 4.0 * (ph + qh)));
  double p = pressure_of(vc, b_now, e);
  double q = speed_of_sound(e, vc, p) * ql + qq;
  e = energy_cut(e - (7.0 * pq - 8.0 * (ph + qh) + (p + q)) * dv * (1.0 / 6.0));
  p = pressure_of(vc, b_now, e);
  constexpr double q_cut = 1e-7;
  q = speed_of_sound(e, vc, p) * ql + qq;
  return {e, p, std::abs(q) < q_cut ? 0.0 : q};
}

/// The same for an element of the mesh; reads its state at the beginning of the cycle.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Gas evaluated(const Mesh& m, const double* f,
                                                            long e) {
  return equation_of_state({f[m.at(energy) + e], f[m.at(pressure) + e], f[m.at(viscosity) + e]},
                           f[m.at(new_volume) + e], f[m.at(volume_change) + e],
                           f[m.at(linear_q) + e], f[m.at(quadratic_q) + e]);
}

/// Keeps aside what an evaluation finds; the next one begins with the same old state.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void store_next(const Mesh& m, double* f, long e) {
  const Gas gas = evaluated(m, f, e);
  f[m.at(next_energy) + e] = gas.e;
  f[m.at(next_pressure) + e] = gas.p;
  f[m.at(next_viscosity) + e] = gas.q;
}

/// Makes it the state.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void take_next(const Mesh& m, double* f, long e) {
  f[m.at(energy) + e] = f[m.at(next_energy) + e];
  f[m.at(pressure) + e] = f[m.at(next_pressure) + e];
  f[m.at(viscosity) + e] = f[m.at(next_viscosity) + e];
}

/// What all elements together allow.
struct Limits {
  double crossing;  ///< least squared time a signal needs through an element
  double rate;      ///< greatest change of a relative volume per time
  double volume;    ///< least relative volume
  double q;         ///< greatest artificial viscosity
};

constexpr Limits no_limits{1e40, 0.0, 1e40, 0.0};

/// Squared time a signal needs through an element; a shock counts as one.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double crossing_of(const Mesh& m, const double* f,
                                                                 long e) {
  const double rate = f[m.at(volume_rate) + e];
  const double ss = f[m.at(sound_speed_of) + e];
  const double squared = f[m.at(length) + e] * f[m.at(length) + e];
  constexpr double quadratic = 64.0 * 2.0 * 2.0;
  const double shock = rate < 0.0 ? quadratic * squared * rate * rate : 0.0;
  return rate == 0.0 ? no_limits.crossing : squared / (ss * ss + shock);
}

/// The relative volume with which the next cycle begins.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double settled(double relative) {
  constexpr double v_cut = 1e-10;
  return std::abs(relative - 1.0) < v_cut ? 1.0 : relative;
}

/// Settles the volume of an element and tells what it allows.  Comparisons pass over what is no
/// number: as a volume it counts as none, as a viscosity as one beyond all bounds.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Limits limits_of(const Mesh& m, double* f, long e) {
  const double relative = f[m.at(new_volume) + e];
  f[m.at(volume) + e] = settled(relative);
  return {crossing_of(m, f, e), std::abs(f[m.at(volume_rate) + e]), larger(relative, 0.0),
          smaller(f[m.at(viscosity) + e], 1e300)};
}

}  // namespace lulesh
