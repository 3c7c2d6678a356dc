#include "league/check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

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

}  // namespace
