#include "random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace {

// The first states of both seeds, as published with the benchmarks' specification.
TEST(Random, FirstStatesOfBothSeeds) {
  npb::Random ep{271828183};
  EXPECT_EQ(32883653486115U, ep.next_state());
  EXPECT_EQ(55063727434591U, ep.next_state());
  EXPECT_EQ(39106144873291U, ep.next_state());
  npb::Random others{314159265};
  EXPECT_EQ(55909509111989U, others.next_state());
  EXPECT_EQ(61155031930969U, others.next_state());
  EXPECT_EQ(45573031421645U, others.next_state());
}

// The same step in double precision with factors of 23 bits, where every product and sum is exact.
double step_of_halves(double state) {
  const double a = 1220703125;
  const double a_high = std::floor(std::ldexp(a, -23));
  const double a_low = a - std::ldexp(a_high, 23);
  const double high = std::floor(std::ldexp(state, -23));
  const double low = state - std::ldexp(high, 23);
  const double middle = std::fmod(a_high * low + a_low * high, std::ldexp(1, 23));
  return std::fmod(std::ldexp(middle, 23) + a_low * low, std::ldexp(1, 46));
}

TEST(Random, AgreesWithArithmeticOfHalves) {
  npb::Random random{314159265};
  double state = 314159265;
  for (int n = 0; n < 100000; ++n) {
    state = step_of_halves(state);
    ASSERT_EQ(state, double(random.next_state())) << "step " << n;
  }
}

TEST(Random, NumberIsStateByTwoToThe46) {
  npb::Random numbers{271828183};
  npb::Random states{271828183};
  for (int n = 0; n < 1000; ++n) {
    const double number = numbers.next();
    EXPECT_EQ(double(states.next_state()), std::ldexp(number, 46));
    EXPECT_GT(number, 0.0);
    EXPECT_LT(number, 1.0);
  }
}

TEST(Random, SkipIsAsManySteps) {
  npb::Random stepped{271828183};
  for (std::uint64_t n = 0; n < 1000; ++n) {
    npb::Random skipped{271828183};
    skipped.skip(n);
    ASSERT_EQ(stepped.state, skipped.state) << n;
    stepped.next_state();
  }
}

TEST(Random, LongSkipsAddUp) {
  const std::uint64_t far = (std::uint64_t(1) << 41U) + 12345;
  npb::Random once{271828183};
  once.skip(far);
  npb::Random in_parts{271828183};
  in_parts.skip(std::uint64_t(1) << 41U);
  in_parts.skip(12344);
  EXPECT_EQ(once.state, in_parts.next_state());
}

// The powers of 5 modulo 2^46 repeat after 2^44, those of 5^13 as well: 13 is odd.
TEST(Random, PeriodIsTwoToThe44) {
  EXPECT_EQ(1U, npb::power(std::uint64_t(1) << 44U));
  EXPECT_NE(1U, npb::power(std::uint64_t(1) << 43U));
}

}  // namespace
