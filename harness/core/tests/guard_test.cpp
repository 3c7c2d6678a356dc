#include "league/guard.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace {

TEST(GuardDeathTest, KernelThatTouchesAHostArrayIsStopped) {
  league::vector<double> array(1000, 1.0);
  EXPECT_DEATH(
      {
        league::guard_against(league::Guard::kernels);
        league::guard_kernels(1);
        array[999] = 2;
      },
      "never mapped");
}

TEST(GuardDeathTest, ReadingIsTouchingToo) {
  league::vector<double> array(1000, 1.0);
  EXPECT_DEATH(
      {
        league::guard_against(league::Guard::kernels);
        league::guard_kernels(1);
        [[maybe_unused]] const volatile double value = array[999];
      },
      "never mapped");
}

TEST(GuardDeathTest, ClosedArraysAreWrittenByCopiesOnly) {
  league::vector<double> array(1000, 1.0);
  EXPECT_DEATH(
      {
        league::guard_against(league::Guard::host);
        array[999] = 2;
      },
      "the host wrote");
  league::guard_against(league::Guard::host);
  EXPECT_EQ(1, array[5]);
  league::guard_copies(1);
  array[5] = 2;
  league::guard_copies(-1);
  league::guard_against(league::Guard::off);
  array[5] = 3;
  EXPECT_EQ(3, array[5]);
}

TEST(Guard, CopiesReachTheArray) {
  league::vector<double> array(1000, 1.0);
  league::guard_against(league::Guard::kernels);
  league::guard_kernels(1);
  league::guard_copies(1);
  array[0] = 2;
  league::guard_copies(-1);
  league::guard_kernels(-1);
  array[999] = 3;
  league::guard_kernels(1);
  league::guard_against(league::Guard::off);
  EXPECT_EQ(2, array[0]);
  EXPECT_EQ(3, array[999]);
  league::guard_kernels(-1);
}

TEST(Guard, WritingBehindAnArrayIsNoticed) {
  league::vector<double> whole_page(512, 1.0);
  EXPECT_TRUE(league::slack_is_untouched());
  {
    league::vector<double> array(10, 1.0);
    array.data()[10] = 0;
    EXPECT_FALSE(league::slack_is_untouched());
  }
  EXPECT_FALSE(league::slack_is_untouched()) << "a variant may have arrays of its own";
  league::forget_released_arrays();
  EXPECT_TRUE(league::slack_is_untouched());
  whole_page.data()[512] = 0;
  EXPECT_FALSE(league::slack_is_untouched());
}

TEST(GuardDeathTest, ProtectionReturnsAfterACopy) {
  league::vector<float> array(10, 1.0F);
  EXPECT_DEATH(
      {
        league::guard_against(league::Guard::kernels);
        league::guard_kernels(1);
        league::guard_copies(1);
        league::guard_copies(-1);
        array[0] = 2;
      },
      "never mapped");
}

TEST(Guard, OtherMemoryIsNotTouched) {
  std::vector<double> plain(1000, 1.0);
  league::guard_against(league::Guard::kernels);
  league::guard_kernels(1);
  plain[5] = 2;
  league::guard_kernels(-1);
  league::guard_against(league::Guard::off);
  EXPECT_EQ(2, plain[5]);
}

TEST(PageAllocator, ReadingPastTheEndGivesNan) {
  league::vector<double> numbers(3, 7.0);
  const double* behind = numbers.data() + numbers.size();
  EXPECT_TRUE(std::isnan(*behind));
}

TEST(PageAllocator, GivesWholePagesAndKeepsValues) {
  league::vector<int> numbers(3, 7);
  EXPECT_EQ(7, numbers[2]);
  EXPECT_EQ(0U, reinterpret_cast<std::uintptr_t>(numbers.data()) % 4096);
  league::vector<int> none;
  EXPECT_TRUE(none.empty());
}

}  // namespace
