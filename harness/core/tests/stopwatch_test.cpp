// Marks, waits, counters and other clocks, with a device whose waiting time can be chosen.
#include "league/stopwatch.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "fake_model.hpp"
#include "league/guard.hpp"

namespace {

constexpr std::chrono::nanoseconds wait = std::chrono::milliseconds(3);

class Marks : public testing::Test {
 protected:
  void SetUp() override {
    fake::on_device = true;
    fake::motion = league::Motion{};
    fake::wait = wait;
  }
  void TearDown() override { fake::wait = {}; }
};

TEST_F(Marks, ClocksAreReadAfterTheWait) {
  league::Stopwatch watch;
  watch.start();
  watch.lap("a");
  watch.stop();
  const league::Sample& sample = watch.finish();
  EXPECT_GE(sample.h2d, wait.count());             // of start()
  EXPECT_GE(sample.laps[0].second, wait.count());  // of lap()
  EXPECT_GE(sample.compute, 2 * wait.count());     // of lap() and stop()
  EXPECT_GE(sample.d2h, wait.count());             // of finish()
}

TEST_F(Marks, LapsFollowOneAnother) {
  league::Stopwatch watch;
  watch.start();
  for (const char* name : {"a", "b", "a"}) watch.lap(name);
  watch.stop();
  const league::Sample& sample = watch.finish();
  ASSERT_EQ(2U, sample.laps.size());
  EXPECT_EQ("a", sample.laps[0].first);
  EXPECT_GE(sample.laps[0].second, 2 * wait.count());
  EXPECT_GE(sample.laps[1].second, wait.count());
  EXPECT_LE(sample.laps[0].second + sample.laps[1].second, sample.compute - wait.count());
}

TEST_F(Marks, LapsByAClockOfTheDeviceAreNoLongerThanThePhase) {
  fake::laps = {1000, long{1} << 60, 7};
  league::Stopwatch watch;
  watch.start();
  for (const char* name : {"a", "b", "c"}) watch.lap(name);
  watch.stop();
  fake::laps.clear();
  const league::Sample& sample = watch.finish();
  ASSERT_EQ(3U, sample.laps.size());
  EXPECT_EQ(1000, sample.laps[0].second);
  EXPECT_EQ(sample.compute - 1000, sample.laps[1].second);
  EXPECT_EQ(0, sample.laps[2].second);
}

TEST_F(Marks, BothAskWhereARegionRuns) {
  fake::wait = {};
  const auto place = [](bool at_start, bool at_stop) {
    league::Stopwatch watch;
    fake::on_device = at_start;
    watch.start();
    fake::on_device = at_stop;
    watch.stop();
    return std::string(watch.place());
  };
  EXPECT_EQ("device", place(true, true));
  EXPECT_EQ("mixed", place(true, false));
  EXPECT_EQ("mixed", place(false, true));
  EXPECT_EQ("host", place(false, false));
}

TEST_F(Marks, OrderMatters) {
  fake::wait = {};
  league::Stopwatch watch;
  watch.stop();
  watch.start();
  EXPECT_FALSE(watch.complete());
  EXPECT_EQ("unknown", watch.place());
}

TEST_F(Marks, MotionBelongsToItsPhase) {
  fake::wait = {};
  league::Motion all{1000, 0, 0};
  const auto happens = [&](long launches, long to_device, long from_device) {
    all = fake::motion.value_or(all);  // the marks launch as well
    fake::motion = {all.launches + launches, all.to_device + to_device,
                    all.from_device + from_device};
  };
  happens(1000, 0, 0);
  league::Stopwatch watch;
  happens(1, 3, 0);
  watch.start();
  happens(10, 5, 0);
  watch.stop();
  happens(100, 0, 7);
  const league::Sample& sample = watch.finish();
  const auto phase = [](const std::optional<league::Motion>& motion) {
    const league::Motion m = motion.value_or(league::Motion{-1, -1, -1});
    return std::vector<long>{m.launches, m.to_device, m.from_device};
  };
  EXPECT_EQ((std::vector<long>{1, 3, 0}), phase(sample.h2d_motion));
  EXPECT_EQ((std::vector<long>{10, 5, 0}), phase(sample.compute_motion));
  EXPECT_EQ((std::vector<long>{100, 0, 7}), phase(sample.d2h_motion));
}

using MarksDeathTest = Marks;

TEST_F(MarksDeathTest, GuardFollowsTheMarks) {
  fake::wait = {};
  league::vector<double> array(10, 1.0);
  const auto run = [&](bool guard, bool hands_in, bool kernel, bool on_host = false,
                       bool late = true) {
    league::Stopwatch watch(guard, hands_in, on_host);
    array[0] = 2;
    watch.start();
    if (kernel) league::guard_kernels(1);
    if (kernel) array[0] = 3;
    if (kernel) league::guard_kernels(-1);
    watch.stop();
    if (late) array[0] = 4;
    watch.finish();
    array[0] = 5;
  };
  EXPECT_DEATH(run(true, false, true), "never mapped");
  EXPECT_DEATH(run(true, true, false), "the host wrote");
  EXPECT_DEATH(run(true, true, false, true, false), "the host wrote");
  run(true, true, false, false, false);
  run(true, false, false, true);
  run(true, false, false);
  run(false, true, true);
  EXPECT_EQ(5, array[0]);
}

TEST_F(MarksDeathTest, GuardEndsWithTheRunHoweverThatEnds) {
  league::vector<double> array(10, 1.0);
  {
    league::Stopwatch watch(true, true);
    watch.start();
    watch.stop();
  }
  array[0] = 2;
  EXPECT_EQ(2, array[0]);
}

// A child measures itself and is stopped meanwhile; how it ends tells what it saw.
TEST_F(Marks, AStopIsCountedAndTakesNoProcessorTime) {
  const pid_t child = fork();
  if (child == 0) {
    fake::wait = {};
    league::Stopwatch watch;
    watch.start();
    std::raise(SIGSTOP);
    watch.stop();
    const league::Sample& sample = watch.finish();
    const bool seen = sample.witness.stops == 1 && sample.compute >= wait.count() &&
                      sample.witness.wall >= wait.count() && sample.witness.cpu < sample.compute;
    _exit(seen ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, WUNTRACED));
  ASSERT_TRUE(WIFSTOPPED(status));
  usleep(static_cast<useconds_t>(2 * wait.count() / 1000));
  kill(child, SIGCONT);
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(0, WEXITSTATUS(status));
}

TEST_F(Marks, OtherClocksAgreeUndisturbed) {
  league::Stopwatch watch;
  watch.start();
  watch.stop();
  const league::Sample& sample = watch.finish();
  EXPECT_EQ(0, sample.witness.stops);
  EXPECT_GE(sample.witness.boot, sample.compute);  // it is read before and after
  EXPECT_GT(sample.witness.cpu, 0);
}

}  // namespace
