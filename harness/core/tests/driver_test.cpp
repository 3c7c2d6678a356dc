// The measuring loop with a benchmark whose mistakes can be chosen, and the record it writes.
#include "league/driver.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "fake_model.hpp"

namespace {

enum class Fault {
  none,
  nothing,
  wrong,
  nan,
  no_marks,
  two_starts,
  stop_first,
  no_launch,
  launch_before,
  launch_after,
  behind,
  no_memory
};
Fault fault = Fault::none;
int fail_at_run = 0;  // the fault shows from this run on
int runs = 0;

void launch() {
  if (fake::motion) ++fake::motion->launches;
}

struct Toy {
  static constexpr std::string_view name = "toy";
  using Precisions = std::tuple<float, double>;
  struct Class {
    char letter;
    int n;
  };
  static constexpr std::array classes{Class{'S', 40}, Class{'C', 2000000000}};
  static constexpr std::array parameters{league::Parameter<Class>{"n", &Class::n, 1, 2000000000}};
  template <typename Real>
  struct Data {
    league::vector<Real> a;
  };
  template <typename Real>
  static Data<Real> make(const Class& cls) {
    Data<Real> data{league::vector<Real>(std::size_t(cls.n))};
    for (auto& value : data.a) value = league::poison<Real>();
    return data;
  }
  template <typename Real>
  static void run(const Class&, Data<Real>& data, league::Stopwatch& watch) {
    const Fault now = runs++ >= fail_at_run ? fault : Fault::none;
    if (now == Fault::no_memory) throw std::bad_alloc();
    if (now == Fault::launch_before) launch();
    if (now == Fault::stop_first) watch.stop();
    if (now != Fault::no_marks) watch.start();
    if (now == Fault::two_starts) watch.start();
    if (now == Fault::behind) data.a.data()[data.a.size()] = 0;
    if (now != Fault::nothing)
      for (std::size_t i = 0; i < data.a.size(); ++i) data.a[i] = Real(i + 1);
    if (now == Fault::wrong) data.a.back() += 1;
    if (now == Fault::nan) data.a[3] = std::numeric_limits<Real>::quiet_NaN();
    if (now != Fault::no_launch) launch();
    watch.lap("fill");
    watch.lap("fill");
    if (now != Fault::no_marks && now != Fault::stop_first) watch.stop();
    if (now == Fault::launch_after) launch();
  }
  template <typename Real>
  static league::Checks check(const Class&, const Data<Real>& data) {
    return {{"max_error",
             league::max_abs_error(data.a, [](std::size_t i) { return double(i + 1); }), 0}};
  }
  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.a;
  }
  static league::Work work(const Class& cls, std::size_t bytes) {
    return {0, double(bytes) * cls.n, cls.letter == 'C' ? 1e18 : double(bytes) * cls.n, 2.0 * cls.n,
            "Mop"};
  }
};

/// Looks at the first element only.
struct Blind : Toy {
  template <typename Real>
  static league::Checks check(const Class&, const Data<Real>& data) {
    return {{"first", std::abs(double(data.a[0]) - 1), 0}};
  }
};

/// Looks at nothing.
struct Unseen : Toy {
  template <typename Real>
  static league::Checks check(const Class&, const Data<Real>&) {
    return {{"something_else", 0, 0, league::Check::Kind::structural}};
  }
};

/// Knows how many kernels it takes.
struct Counting : Toy {
  static inline long least = 1;
  static long launches(const Class&) { return least; }
};

/// Has a step before start(), as its rules say.
struct Warming : Counting {
  static constexpr bool warms_up = true;
};

/// Says what it hands in.
struct Named : Toy {
  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.a);
  }
};

/// Has a check that cannot fail, beside the right one.
struct Idle : Named {
  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data) {
    league::Checks checks = Toy::check<Real>(cls, data);
    checks.push_back({"idle", 0, 0});
    return checks;
  }
};

/// Does not see small errors, though it tolerates none.
struct Rough : Named {
  template <typename Real>
  static league::Checks check(const Class&, const Data<Real>& data) {
    return {{"rough",
             league::max_abs_error(data.a,
                                   [&](std::size_t i) {
                                     return std::round(1e3 * data.a[i]) == 1e3 * double(i + 1)
                                                ? double(data.a[i])
                                                : -1;
                                   }),
             0}};
  }
};

/// Draws its result, if it can.
struct Drawer : Toy {
  static constexpr std::array extra_options{league::ExtraOption{"--plot", "FILE", "draw"}};
  static void configure(Class&, const league::Options&) {}
  template <typename Real>
  static void finish(const Class&, const Data<Real>& data, const league::Options& options) {
    std::ofstream out(options.given("--plot").value_or("/dev/null"));
    if (!(out << data.a.back() << std::flush)) throw std::runtime_error("cannot draw");
  }
};

class Drive : public testing::Test {
 protected:
  void SetUp() override {
    fault = Fault::none;
    runs = fail_at_run = 0;
    fake::device = {1, 2, 0, "fake"};
    fake::on_device = true;
    fake::motion = league::Motion{};
    // Each test may be a process of its own, beside others.
    file_ = testing::TempDir() + "league_driver_test." + std::to_string(getpid()) + ".jsonl";
    std::remove(file_.c_str());
  }
  void TearDown() override { std::remove(file_.c_str()); }
  template <typename Benchmark = Toy>
  int drive(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "toy");
    arguments.insert(arguments.end(), {"--precision", "fp64", "--record", file_.c_str()});
    return league::drive<Benchmark>(static_cast<int>(arguments.size()), arguments.data());
  }
  static std::string read(const std::string& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  std::string record() const { return read(file_); }
  std::string beside(const std::string& ending) const { return file_ + ending; }
  bool recorded(const std::string& part) const { return record().find(part) != std::string::npos; }

 private:
  std::string file_;
};

TEST_F(Drive, GoodRunPasses) {
  EXPECT_EQ(0, drive({"--repeat", "2", "--warmup", "1"}));
  EXPECT_EQ(3, runs);
  EXPECT_TRUE(recorded("\"answer\":\"pass\"")) << record();
  EXPECT_TRUE(recorded("\"place\":\"device\""));
  EXPECT_TRUE(recorded("\"launches\":1,"));
  EXPECT_TRUE(recorded("\"merit\":{\"count\":80,\"unit\":\"Mop\"}"));
  EXPECT_TRUE(recorded("\"laps\":{\"fill\":"));
  EXPECT_TRUE(recorded("\"class\":{\"letter\":\"S\",\"n\":40}"));
  EXPECT_TRUE(recorded("-O\\\"2\\\""));
  EXPECT_EQ('\n', record().back());
}

TEST_F(Drive, EveryFaultHasItsAnswer) {
  const std::vector<std::pair<Fault, std::string>> cases{
      {Fault::nothing, "unwritten"}, {Fault::wrong, "wrong"},        {Fault::nan, "nan"},
      {Fault::no_marks, "wrong"},    {Fault::two_starts, "wrong"},   {Fault::stop_first, "wrong"},
      {Fault::behind, "wrong"},      {Fault::launch_after, "wrong"},
  };
  for (const auto& [planted, wanted] : cases) {
    SetUp();
    fault = planted;
    EXPECT_EQ(1, drive({}));
    EXPECT_TRUE(recorded("\"answer\":\"" + wanted + "\"")) << wanted << record();
    EXPECT_EQ(1, runs) << "a wrong result is not repeated";
  }
}

TEST_F(Drive, LaterRepetitionsAreCheckedToo) {
  fault = Fault::wrong;
  fail_at_run = 3;
  EXPECT_EQ(1, drive({"--repeat", "5"}));
  EXPECT_EQ(4, runs);
}

TEST_F(Drive, MissingMarksFail) {
  fault = Fault::no_marks;
  EXPECT_EQ(1, drive({}));
  EXPECT_TRUE(recorded("start_and_stop_called_once"));
}

TEST_F(Drive, NothingThatLooksAtTheAnswerIsNoPass) {
  EXPECT_EQ(1, drive<Unseen>({}));
  EXPECT_TRUE(recorded("\"answer\":\"not-checked\",\"reason\":\"no check looks at the answer\""))
      << record();
  EXPECT_TRUE(
      recorded("{\"name\":\"something_else\",\"error\":0,\"tolerance\":0,"
               "\"passed\":true,\"structural\":true}"));
}

TEST_F(Drive, StructuralFailuresHaveNames) {
  const std::vector<std::pair<Fault, std::string>> cases{
      {Fault::no_marks, "start_and_stop_called_once"},
      {Fault::stop_first, "start_and_stop_called_once"},
      {Fault::stop_first, "clock"},
      {Fault::behind, "behind_the_arrays"},
      {Fault::no_launch, "kernels_on_device"},
      {Fault::launch_after, "launches_after_stop"},
  };
  for (const auto& [planted, name] : cases) {
    SetUp();
    fault = planted;
    EXPECT_EQ(1, drive({}));
    EXPECT_TRUE(recorded("{\"name\":\"" + name +
                         "\",\"error\":1,\"tolerance\":0,"
                         "\"passed\":false,\"structural\":true}"))
        << name << record();
  }
}

TEST_F(Drive, LaunchesAreCountedPhaseByPhase) {
  EXPECT_EQ(0, drive({}));
  const std::string rest = ",\"to_device\":0,\"from_device\":0}";
  EXPECT_TRUE(recorded("\"h2d_motion\":{\"launches\":0" + rest)) << record();
  EXPECT_TRUE(recorded("\"compute_motion\":{\"launches\":1" + rest));
  EXPECT_TRUE(recorded("\"d2h_motion\":{\"launches\":0" + rest));
  fault = Fault::launch_before;  // a warm-up may be what the rules of a benchmark ask for
  EXPECT_EQ(0, drive({}));
  EXPECT_TRUE(recorded("\"h2d_motion\":{\"launches\":1" + rest));
}

TEST_F(Drive, DeclaredLaunchesAreDemanded) {
  Counting::least = 1;
  EXPECT_EQ(0, drive<Counting>({}));
  Counting::least = 3;
  EXPECT_EQ(1, drive<Counting>({}));
  EXPECT_TRUE(recorded("{\"name\":\"launches\",\"error\":2,")) << record();
  Counting::least = 1;
  fault = Fault::launch_before;
  EXPECT_EQ(1, drive<Counting>({}));
  EXPECT_TRUE(recorded("{\"name\":\"launches_before_start\",\"error\":1,"));
  EXPECT_EQ(0, drive<Warming>({}));
  Counting::least = 3;
  EXPECT_EQ(1, drive<Warming>({}));
  Counting::least = 1;
  fake::motion.reset();  // who cannot count is not judged by it
  fault = Fault::none;
  EXPECT_EQ(0, drive<Counting>({}));
}

TEST_F(Drive, TimeThatDidNotPassIsNoTime) {
  const auto clock_passes = [](long compute, long lap) {
    league::Sample sample;
    sample.compute = compute;
    sample.laps = {{"a", lap}, {"b", lap}};
    for (const auto& check : league::structural_checks(sample, true, false, {}))
      if (check.name == "clock")
        return check.kind == league::Check::Kind::structural && check.passed();
    return false;
  };
  EXPECT_TRUE(clock_passes(1, 0));
  EXPECT_FALSE(clock_passes(0, 0));
  EXPECT_FALSE(clock_passes(-5, 0));
  EXPECT_TRUE(clock_passes(20, 10));
  EXPECT_FALSE(clock_passes(20, 11)) << "parts that overlap";
}

TEST_F(Drive, WhatSharesMemoryCopiesNothing) {
  const auto passes = [](bool shares_memory, league::Motion moved) {
    league::Sample sample;
    sample.h2d_motion = sample.d2h_motion = league::Motion{};
    sample.compute_motion = moved;
    for (const auto& check :
         league::structural_checks(sample, true, true, {{}, true, {}, shares_memory}))
      if (check.name == "copied_shared_memory") return check.passed();
    return true;
  };
  EXPECT_TRUE(passes(true, {1, 0, 0}));
  EXPECT_TRUE(passes(true, {2, 8192, 0})) << "arguments of two kernels";
  EXPECT_FALSE(passes(true, {1, 4097, 0}));
  EXPECT_FALSE(passes(true, {1, 0, 4097}) || passes(true, {0, 1, 0}));
  EXPECT_TRUE(passes(false, {1, 9999, 9999}));
}

TEST_F(Drive, OtherClocksAreRecorded) {
  EXPECT_EQ(0, drive({}));
  for (const std::string name : {"wall", "boot", "cpu"}) {
    EXPECT_TRUE(recorded("\"" + name + "\":")) << name;
    EXPECT_FALSE(recorded("\"" + name + "\":null")) << name;
  }
  EXPECT_TRUE(recorded("\"stops\":0}"));
}

TEST_F(Drive, LaunchingNothingOnTheDeviceFails) {
  fault = Fault::no_launch;
  EXPECT_EQ(1, drive({}));
  EXPECT_TRUE(recorded("{\"name\":\"kernels_on_device\",\"error\":1,"));
  EXPECT_TRUE(recorded("\"answer\":\"wrong\""));
}

TEST_F(Drive, NoDeviceIsNoAnswer) {
  fake::device.count = 0;
  EXPECT_EQ(77, drive({}));
  EXPECT_EQ(0, runs);
  EXPECT_TRUE(recorded("\"answer\":\"not-checked\""));
  EXPECT_TRUE(recorded("\"samples\":[]"));
}

TEST_F(Drive, FallbackIsNoDeviceResult) {
  fake::on_device = false;
  EXPECT_EQ(3, drive({}));
  EXPECT_EQ(0, runs);
  EXPECT_EQ(0, drive({"--allow-host"}));
  EXPECT_TRUE(recorded("\"place\":\"host-fallback\""));
  EXPECT_FALSE(recorded("\"place\":\"device\""));
}

TEST_F(Drive, UnknownMotionIsNull) {
  fake::motion.reset();
  EXPECT_EQ(0, drive({"--guard"}));
  EXPECT_TRUE(recorded("\"compute_motion\":null"));
  EXPECT_TRUE(recorded("\"guard\":null")) << "a guard that cannot work must not be claimed";
}

TEST_F(Drive, TooLargeIsRefusedBeforeTheRun) {
  EXPECT_EQ(4, drive({"--class", "C"}));
  EXPECT_EQ(0, runs);
  EXPECT_TRUE(recorded("GiB"));
}

TEST_F(Drive, DeviceMemoryCounts) {
  fake::device.memory = 8;
  EXPECT_EQ(4, drive({}));
  EXPECT_TRUE(recorded("on the device"));
}

TEST_F(Drive, FailedAllocationIsNotACrash) {
  fault = Fault::no_memory;
  EXPECT_EQ(4, drive({}));
  EXPECT_TRUE(recorded("an allocation failed"));
}

TEST_F(Drive, BadUsage) {
  EXPECT_EQ(2, drive({"--class", "Z"}));
  EXPECT_EQ(2, drive({"--frobnicate"}));
  const char* arguments[] = {"toy", "--precision", "fp16"};
  EXPECT_EQ(2, league::drive<Toy>(3, arguments));
}

TEST_F(Drive, UnwritableRecordIsSaidBeforeTheRun) {
  const char* arguments[] = {"toy", "--record", "/nonexistent/x"};
  EXPECT_EQ(2, league::drive<Toy>(3, arguments));
  EXPECT_EQ(0, runs);
}

TEST_F(Drive, RecordThatFindsNoRoomIsPrinted) {
  const char* arguments[] = {"toy", "--precision", "fp64", "--record", "/dev/full"};
  testing::internal::CaptureStdout();
  EXPECT_EQ(1, league::drive<Toy>(5, arguments));
  EXPECT_NE(std::string::npos, testing::internal::GetCapturedStdout().find("\"answer\":\"pass\""));
}

TEST_F(Drive, AWrongResultIsDrawnAsWell) {
  const std::string picture = beside(".txt");
  EXPECT_EQ(0, drive<Drawer>({"--plot", picture.c_str()}));
  EXPECT_EQ("40", read(picture));
  fault = Fault::wrong;
  EXPECT_EQ(1, drive<Drawer>({"--plot", picture.c_str()}));
  EXPECT_EQ("41", read(picture));
  std::remove(picture.c_str());
}

TEST_F(Drive, APictureThatFailsCostsNoRecord) {
  EXPECT_EQ(1, drive<Drawer>({"--plot", "/dev/full"}));
  EXPECT_TRUE(recorded("\"answer\":\"pass\""));
}

TEST_F(Drive, DataOfAFailedAllocationAreNotDrawn) {
  const std::string picture = beside(".txt");
  fault = Fault::no_memory;
  EXPECT_EQ(4, drive<Drawer>({"--plot", picture.c_str()}));
  EXPECT_EQ("", read(picture));
}

TEST_F(Drive, SelftestAcceptsAGoodCheckOnly) {
  std::ostringstream out;
  EXPECT_TRUE(league::selftest<Toy>(out)) << out.str();
  EXPECT_EQ(std::string::npos, out.str().find("FAILED"));
  EXPECT_FALSE(league::selftest<Blind>(out));
}

TEST_F(Drive, APrecisionSaysWhatIsComputedWith) {
  EXPECT_STREQ("fp32", league::precision_name<float>());
  EXPECT_STREQ("fp64", league::precision_name<double>());
  EXPECT_STREQ("int32", league::precision_name<unsigned>());
  struct Pair {
    double re, im;
  };
  EXPECT_STREQ("complex128", league::precision_name<Pair>());
}

TEST_F(Drive, SelftestBreaksEveryOutputByTenTolerances) {
  std::ostringstream out;
  EXPECT_TRUE(league::selftest<Named>(out)) << out.str();
  EXPECT_NE(std::string::npos, out.str().find("ten tolerances at element 39 of output 0"));
  EXPECT_FALSE(league::selftest<Idle>(out));
  EXPECT_NE(std::string::npos, out.str().find("FAILED toy fp64 check idle:"));
  EXPECT_FALSE(league::selftest<Rough>(out));
  EXPECT_NE(std::string::npos,
            out.str().find("FAILED toy fp64 ten tolerances at element 39 of output 0:"))
      << out.str();
}

TEST_F(Drive, SelftestHonoursTheClass) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(0, drive({"--selftest", "--set", "n=7"}));
  EXPECT_NE(std::string::npos, testing::internal::GetCapturedStdout().find("element 6 of 7"));
}

TEST_F(Drive, SelftestTellsWhatFailedLastAndAlone) {
  std::ostringstream out;
  EXPECT_FALSE(league::selftest<Blind>(out));
  std::istringstream lines(out.str());
  std::string line;
  std::string last;
  int passed = 0;
  int failed = 0;
  while (std::getline(lines, line)) {
    last = line;
    if (line.rfind("FAILED ", 0) == 0) {
      ++failed;
      EXPECT_NE(std::string::npos, line.find(": expected ")) << line;
      EXPECT_NE(std::string::npos, line.find(", found pass")) << line;
    } else {
      ++passed;
      EXPECT_EQ(0U, line.rfind("ok ", 0)) << line;
      EXPECT_EQ(0, failed) << "after a failure: " << line;
    }
  }
  EXPECT_GT(passed, 0);  // of both precisions
  EXPECT_GT(failed, 0);
  EXPECT_EQ("FAILED toy fp64 change at element 39 of 40: expected wrong, found pass", last);
}

TEST_F(Drive, DescribeListsClasses) {
  const auto text = league::describe<Toy>();
  EXPECT_NE(std::string::npos,
            text.find("{\"letter\":\"S\",\"n\":40,\"resident_bytes\":{\"fp32\":160,\"fp64\":320}}"))
      << text;
  EXPECT_NE(std::string::npos, text.find("\"precisions\":[\"fp32\",\"fp64\"]"));
  EXPECT_NE(std::string::npos, text.find("\"parameters\":[{\"name\":\"n\",\"low\":")) << text;
}

}  // namespace
