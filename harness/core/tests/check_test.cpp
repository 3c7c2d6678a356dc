#include "league/check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "league/driver.hpp"

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Check, PassesWithinToleranceOnly) {
  EXPECT_TRUE((league::Check{"e", 1.0, 1.0}.passed()));
  EXPECT_FALSE((league::Check{"e", 1.1, 1.0}.passed()));
}

TEST(Check, NanNeverPasses) {
  EXPECT_FALSE((league::Check{"e", nan, 1.0}.passed()));
  EXPECT_FALSE((league::Check{"e", 0.0, nan}.passed()));
  EXPECT_FALSE((league::Check{"e", nan, std::numeric_limits<double>::infinity()}.passed()));
}

TEST(Error, NanSurvivesGoodElementsAfterIt) {
  const std::vector<double> values{0.0, nan, 0.0, 5.0};
  EXPECT_TRUE(std::isnan(league::max_abs_error(values, [](std::size_t) { return 0.0; })));
  EXPECT_TRUE(std::isnan(league::max_rel_error(values, [](std::size_t) { return 1.0; })));
}

TEST(Error, LooksAtEveryElement) {
  for (std::size_t bad = 0; bad < 5; ++bad) {
    std::vector<float> values(5, 2.0F);
    values[bad] = 5.0F;
    EXPECT_EQ(3.0, league::max_abs_error(values, [](std::size_t) { return 2.0; }));
    EXPECT_EQ(1.5, league::max_rel_error(values, [](std::size_t) { return 2.0; }));
  }
}

TEST(Error, RelativeErrorOfExpectedZeroIsAbsolute) {
  const std::vector<double> values{0.25};
  EXPECT_EQ(0.25, league::max_rel_error(values, [](std::size_t) { return 0.0; }));
}

TEST(Poison, IsNanAndKnownAgain) {
  EXPECT_TRUE(std::isnan(league::poison<float>()));
  EXPECT_TRUE(std::isnan(league::poison<double>()));
  EXPECT_TRUE(league::is_poison(league::poison<double>()));
  EXPECT_FALSE(league::is_poison(nan));
  EXPECT_FALSE(league::is_poison(std::numeric_limits<float>::quiet_NaN()));
  volatile double zero = 0;
  EXPECT_FALSE(league::is_poison(double(zero / zero)));  // arithmetic does not make it
}

TEST(Answer, TellsTheKindsOfFailureApart) {
  const league::Checks good{{"e", 0, 0}};
  const league::Checks bad{{"e", 1, 0}};
  std::vector<double> result{1, 2, 3};
  EXPECT_EQ("not-checked", league::answer({}, result));
  EXPECT_EQ("pass", league::answer(good, result));
  EXPECT_EQ("wrong", league::answer(bad, result));
  result[1] = nan;
  EXPECT_EQ("nan", league::answer(bad, result));
  result[2] = league::poison<double>();
  EXPECT_EQ("unwritten", league::answer(bad, result));
}

TEST(Answer, OneFailedCheckIsEnough) {
  const std::vector<double> result{1};
  EXPECT_EQ("wrong", league::answer({{"a", 0, 0}, {"b", 1, 0}, {"c", 0, 0}}, result));
}

TEST(Answer, StructuralChecksMakeItWorseAndNeverGood) {
  const std::vector<double> result{1};
  constexpr auto structural = league::Check::Kind::structural;
  EXPECT_EQ("not-checked",
            league::answer({{"a", 0, 0, structural}, {"b", 0, 0, structural}}, result));
  EXPECT_EQ("wrong", league::answer({{"a", 1, 0, structural}}, result));
  EXPECT_EQ("wrong", league::answer({{"a", 1, 0, structural}, {"b", 0, 0}}, result));
  EXPECT_EQ("pass", league::answer({{"a", 0, 0, structural}, {"b", 0, 0}}, result));
}

TEST(Unit, NeedsMoreBitsThanAFloatAndStaysExact) {
  EXPECT_EQ(1, league::unit<float>());
  const auto unit = league::unit<double>();
  for (const int whole : {1, 2, 3, 1000, 4095, 4096, (1 << 24) - 1}) {
    const double value = whole * unit;
    EXPECT_NE(value, double(float(value))) << whole;
    EXPECT_EQ(whole, value / unit);
    EXPECT_EQ(0, std::fma(whole, unit, -value)) << "the product is exact";
  }
  const auto large = league::unit<double>(1e12);
  EXPECT_LT(1, large);
  EXPECT_EQ(1e12, 1e12 * large - 1e12 * (large - 1)) << "nothing was rounded";
}

TEST(Check, WhatKernelsDidIsHeldAgainstTheWorkStated) {
  const auto failed = [](double flops, double compared, double touched, bool compares) {
    league::Sample sample;
    sample.compute = 1;
    sample.h2d_motion = sample.d2h_motion = league::Motion{};
    sample.compute_motion = league::Motion{1, 0, 0, true, flops, compared, touched};
    league::Demands demands;
    demands.work = {100, 1000, 0, 0, "", compares};
    std::string names;
    for (const auto& check : league::structural_checks(sample, true, true, demands))
      if (!check.passed()) names += check.name + " ";
    return names;
  };
  EXPECT_EQ("", failed(80, 0, 900, false));
  EXPECT_EQ("operations ", failed(79, 1000, 1000, false));
  EXPECT_EQ("bytes_touched ", failed(100, 0, 899, false));
  EXPECT_EQ("", failed(0, 80, 1000, true)) << "where it is comparisons";
  EXPECT_EQ("operations ", failed(10, 69, 1000, true));
}

TEST(Check, DrawnNumbersDiffer) {
  std::set<int> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(league::draw(-3, 4));
  EXPECT_EQ((std::set{-3, -2, -1, 0, 1, 2, 3, 4}), seen);
}

}  // namespace
