// The equation of state against its definition, statement by statement, also where the blast never
// goes: volumes out of bounds, energies and viscosities that are cut.

#include "../lulesh/lulesh_body.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "../lulesh/lulesh_steps.hpp"

namespace {

/// The element's state as the definition has it, with compressions instead of volumes.
struct Textbook {
  double vc;

  static double cut(double e) { return std::max(std::abs(e) < 1e-7 ? 0.0 : e, -1e15); }
  double pressure(double compression, double e) const {
    double p = (2.0 / 3.0) * (compression + 1) * e;
    if (std::abs(p) < 1e-7) p = 0;
    if (vc >= 1e9) p = 0;
    return std::max(p, 0.0);
  }
  static double speed(double e, double volume, double compression, double p) {
    const double b = (2.0 / 3.0) * (compression + 1);
    const double t = (2.0 / 3.0) * e + volume * volume * b * p;
    return t <= 1.111111e-37 ? 3.333333e-19 : std::sqrt(t);
  }

  lulesh::Gas evaluate(const lulesh::Gas& old, double relative, double dv, double ql, double qq) {
    vc = std::clamp(relative, 1e-9, 1e9);
    double p0 = old.p;
    double now = 1 / vc - 1;
    double half = 1 / (vc - 0.5 * dv) - 1;
    if (vc <= 1e-9) half = now;
    if (vc >= 1e9) p0 = now = half = 0;
    double e = std::max(old.e - 0.5 * dv * (p0 + old.q), -1e15);
    const double ph = pressure(half, e);
    const double first_q = dv > 0 ? 0 : speed(e, 1 / (1 + half), half, ph) * ql + qq;
    e = cut(e + 0.5 * dv * (3 * (p0 + old.q) - 4 * (ph + first_q)));
    double p = pressure(now, e);
    const double qt = dv > 0 ? 0 : speed(e, vc, now, p) * ql + qq;
    e = cut(e - (7 * (p0 + old.q) - 8 * (ph + first_q) + (p + qt)) * dv / 6);
    p = pressure(now, e);
    double q = 0;
    if (dv <= 0) q = speed(e, vc, now, p) * ql + qq;
    if (std::abs(q) < 1e-7) q = 0;
    return {e, p, q};
  }
};

/// The function under test once, so that each of its branches is seen from both sides.
[[gnu::noinline]] lulesh::Gas evaluated(const lulesh::Gas& old, double relative, double dv,
                                        double ql, double qq) {
  return lulesh::equation_of_state(old, relative, dv, ql, qq);
}

void compare(const lulesh::Gas& old, double relative, double dv, double ql, double qq) {
  SCOPED_TRACE(testing::Message() << "e " << old.e << " p " << old.p << " q " << old.q << " volume "
                                  << relative << " change " << dv << " ql " << ql << " qq " << qq);
  const lulesh::Gas found = evaluated(old, relative, dv, ql, qq);
  const lulesh::Gas expected = Textbook{}.evaluate(old, relative, dv, ql, qq);
  // What is subtracted is no larger than this.
  const double size = std::abs(old.e) + std::abs(dv) * (old.p + old.q + qq) + 1e-300;
  EXPECT_NEAR(expected.e, found.e, 1e-13 * size);
  EXPECT_NEAR(expected.p, found.p, 1e-13 * size * (1 + 1 / std::clamp(relative, 1e-9, 1e9)));
  EXPECT_NEAR(expected.q, found.q, 1e-12 * (std::abs(found.q) + qq));
}

TEST(LuleshGas, AsDefined) {
  for (const double e : {0.0, 1e-8, 3.0, 2e5})
    for (const double relative : {0.2, 0.9, 1.0, 3.0})
      for (const double part : {-0.3, -1e-9, 0.0, 1e-3, 0.4})
        for (const double qq : {0.0, 1e-9, 7.0})
          compare({e, 0.7 * e, 0.1 * e}, relative, part * relative, 0.5 * qq, qq);
}

TEST(LuleshGas, OutOfBounds) {
  compare({2, 1, 0.5}, 1e-12, -1e-10, 0.1, 0.2);  // squeezed to nothing: bounded volume
  compare({2, 1, 0.5}, 1e10, 1e8, 0, 0);          // blown up: no pressure
  compare({-4e15, 0, 0}, 1, 0.1, 0, 0);           // energy has a floor
  compare({3e-8, 1e-8, 0}, 0.9, -1e-3, 0, 0);     // hardly any energy is none
  compare({1, 0.5, 0}, 0.9, -1e-3, 1e-9, 1e-9);   // hardly any viscosity is none
  compare({0, 0, 0}, 0.5, -0.4, 0, 1e16);         // the corrector gives back more than there is
  compare({0, 0, 4e15}, 0.5, 0.4, 0, 0);          // and expansion takes it
  EXPECT_DOUBLE_EQ(0, evaluated({2, 1, 0.5}, 1e10, 1e8, 0, 0).p);
  EXPECT_DOUBLE_EQ(-1e15, evaluated({-4e15, 0, 0}, 1, 0.1, 0, 0).e);
}

TEST(LuleshGas, VolumesNearOneAreOne) {
  for (const double away : {9e-11, -9e-11, 2e-10, -2e-10})
    EXPECT_DOUBLE_EQ(std::abs(away) < 1e-10 ? 1 : 1 + away, lulesh::settled(1 + away));
}

TEST(LuleshGas, WhatIsNoNumberEndsTheRun) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const lulesh::Mesh m(2, 1);
  std::vector<double> fields(std::size_t(m.doubles()), 1.0);
  double* f = fields.data();
  const auto fails_with = [&](lulesh::ElementField field, double value) {
    f[m.at(field) + 3] = value;
    lulesh::Limits all = lulesh::no_limits;
    for (long e = 0; e < m.elements; ++e) {
      const lulesh::Limits one = lulesh::limits_of(m, f, e);
      all.volume = lulesh::smaller(all.volume, one.volume);
      all.q = lulesh::larger(all.q, one.q);
    }
    f[m.at(field) + 3] = 1.0;
    lulesh::Progress progress(Lulesh::classes[0], 1e-4);
    progress.begin();
    progress.end({1, 1, all.volume, all.q});
    return !progress.outcome().good;
  };
  EXPECT_FALSE(fails_with(lulesh::new_volume, 0.5));
  EXPECT_TRUE(fails_with(lulesh::new_volume, nan));
  EXPECT_TRUE(fails_with(lulesh::viscosity, nan));
}

// Cycles of a run that ends at 0.01, under limits of crossing, rate, volume and viscosity.
TEST(LuleshSteps, NoTinyLastCycle) {
  const Lulesh::Class cls = Lulesh::classes[0];
  const auto first = [&](double dt) {
    lulesh::Progress progress(cls, dt);
    progress.begin();
    return progress.dt();
  };
  EXPECT_DOUBLE_EQ(0.0074, first(0.0074));          // leaves more than a third of it
  EXPECT_DOUBLE_EQ(2 * 0.0076 / 3, first(0.0076));  // would leave less
  EXPECT_DOUBLE_EQ(0.01, first(0.02));
}

TEST(LuleshSteps, GrowsByATenthToAFifthOrNotAtAll) {
  const Lulesh::Class cls = Lulesh::classes[0];
  const auto second = [&](double courant, double hydro) {
    lulesh::Progress progress(cls, 1e-4);
    progress.begin();
    progress.end({courant * courant, 0.1 / hydro, 1, 0});
    EXPECT_FALSE(progress.finished());
    progress.begin();
    return progress.dt();
  };
  EXPECT_DOUBLE_EQ(1e-4, second(2 * 1.09e-4, 1));  // hardly longer: as it was
  EXPECT_DOUBLE_EQ(1.15e-4, second(2 * 1.15e-4, 1));
  EXPECT_DOUBLE_EQ(1.2e-4, second(2 * 5e-4, 1));
  EXPECT_DOUBLE_EQ(0.3e-4, second(2 * 0.3e-4, 1));
  EXPECT_NEAR(0.4e-4, second(1, 0.6e-4), 1e-16);  // two thirds of the other limit
}

TEST(LuleshSteps, EndsAtWhatMakesNoSense) {
  const Lulesh::Class cls = Lulesh::classes[0];
  const auto good = [&](const lulesh::Limits& limits) {
    lulesh::Progress progress(cls, 1e-4);
    progress.begin();
    progress.end(limits);
    EXPECT_EQ(!progress.outcome().good, progress.finished());
    return progress.outcome().good;
  };
  EXPECT_TRUE(good({1, 1, 0.5, 1e12}));
  EXPECT_FALSE(good({1, 1, 0, 0}));         // no volume
  EXPECT_FALSE(good({1, 1, 0.5, 1.1e12}));  // viscosity out of bounds
}

}  // namespace
