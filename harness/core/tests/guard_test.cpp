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
        league::guard_arm();
        league::guard_kernel_begins();
        array[999] = 2;
      },
      "never mapped");
}

TEST(Guard, CopiesReachTheArray) {
  league::vector<double> array(1000, 1.0);
  league::guard_arm();
  league::guard_kernel_begins();
  league::guard_copy_begins();
  array[0] = 2;
  league::guard_copy_ends();
  league::guard_kernel_ends();
  array[999] = 3;
  league::guard_kernel_begins();
  league::guard_disarm();
  EXPECT_EQ(2, array[0]);
  EXPECT_EQ(3, array[999]);
  league::guard_kernel_ends();
}

TEST(Guard, WritingBehindAnArrayIsNoticed) {
  league::vector<double> whole_page(512, 1.0);
  EXPECT_TRUE(league::slack_is_untouched());
  {
    league::vector<double> array(10, 1.0);
    array.data()[10] = 0;
    EXPECT_FALSE(league::slack_is_untouched());
  }
  EXPECT_TRUE(league::slack_is_untouched());
  whole_page.data()[512] = 0;
  EXPECT_FALSE(league::slack_is_untouched());
}

TEST(GuardDeathTest, ProtectionReturnsAfterACopy) {
  league::vector<float> array(10, 1.0F);
  EXPECT_DEATH(
      {
        league::guard_arm();
        league::guard_kernel_begins();
        league::guard_copy_begins();
        league::guard_copy_ends();
        array[0] = 2;
      },
      "never mapped");
}

TEST(Guard, OtherMemoryIsNotTouched) {
  std::vector<double> plain(1000, 1.0);
  league::guard_arm();
  league::guard_kernel_begins();
  plain[5] = 2;
  league::guard_kernel_ends();
  league::guard_disarm();
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
