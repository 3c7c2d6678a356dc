#include "league/options.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "league/parameters.hpp"

namespace {

league::Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  return league::parse_options(static_cast<int>(arguments.size()), arguments.data());
}

struct Toy {
  struct Class {
    char letter;
    int n;
    int steps;
  };
  static constexpr std::array classes{Class{'S', 8, 2}, Class{'W', 16, 4}};
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 3, 100},
      league::Parameter<Class>{"steps", &Class::steps, 2, 10, 2}};
};

TEST(Options, Defaults) {
  const auto options = parse({});
  EXPECT_EQ('S', options.class_letter);
  EXPECT_EQ("all", options.precision);
  EXPECT_EQ(3, options.repeat);
  EXPECT_EQ(1, options.warmup);
  EXPECT_FALSE(options.allow_host);
}

TEST(Options, ReadsEveryOption) {
  const auto options = parse({"--class", "W", "--precision", "fp32", "--repeat", "7", "--warmup",
                              "0", "--set", "n=5", "--set", "steps=4", "--record", "-",
                              "--describe", "--selftest", "--allow-host", "--guard"});
  EXPECT_EQ('W', options.class_letter);
  EXPECT_EQ("fp32", options.precision);
  EXPECT_EQ(7, options.repeat);
  EXPECT_EQ(0, options.warmup);
  ASSERT_EQ(2U, options.set.size());
  EXPECT_EQ("steps", options.set[1].first);
  EXPECT_EQ("-", options.record);
  EXPECT_TRUE(options.describe && options.selftest && options.allow_host && options.guard);
}

TEST(Options, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(parse({"--clas", "W"}), league::UsageError);
  EXPECT_THROW(parse({"--class"}), league::UsageError);
  EXPECT_THROW(parse({"--class", "SS"}), league::UsageError);
  EXPECT_THROW(parse({"--repeat", "0"}), league::UsageError);
  EXPECT_THROW(parse({"--repeat", "3x"}), league::UsageError);
  EXPECT_THROW(parse({"--repeat", "99999999999999999999"}), league::UsageError);
  EXPECT_THROW(parse({"--warmup", "-1"}), league::UsageError);
  EXPECT_THROW(parse({"--set", "n"}), league::UsageError);
}

TEST(Parameters, OverrideTheClass) {
  const auto cls = league::choose_class<Toy>(parse({"--class", "W", "--set", "n=50"}));
  EXPECT_EQ(50, cls.n);
  EXPECT_EQ(4, cls.steps);
  const auto values = league::values_of<Toy>(cls);
  ASSERT_EQ(2U, values.size());
  EXPECT_EQ("n", values[0].name);
  EXPECT_EQ(50, values[0].value);
}

TEST(Parameters, RefuseNonsense) {
  EXPECT_THROW(league::choose_class<Toy>(parse({"--class", "Q"})), league::UsageError);
  EXPECT_THROW(league::choose_class<Toy>(parse({"--set", "m=5"})), league::UsageError);
  EXPECT_THROW(league::choose_class<Toy>(parse({"--set", "n=2"})), league::UsageError);
  EXPECT_THROW(league::choose_class<Toy>(parse({"--set", "n=101"})), league::UsageError);
  EXPECT_THROW(league::choose_class<Toy>(parse({"--set", "steps=3"})), league::UsageError);
}

TEST(Options, PlacesToWriteAreTried) {
  const std::string file = testing::TempDir() + "league_options_test." + std::to_string(getpid());
  league::demand_writable(file, "--plot");
  EXPECT_FALSE(std::filesystem::exists(file)) << "left behind";
  std::ofstream(file) << "kept";
  league::demand_writable(file, "--plot");
  EXPECT_EQ(4U, std::filesystem::file_size(file));
  std::remove(file.c_str());
  try {
    league::demand_writable("/nonexistent/x", "--plot");
    FAIL();
  } catch (const league::UsageError& error) {
    EXPECT_STREQ("--plot: cannot write '/nonexistent/x' (No such file or directory)", error.what());
  }
}

TEST(Options, ExtraOnesAreOfOneBenchmark) {
  const std::vector<league::ExtraOption> extras{{"--deck", "FILE", "input deck"},
                                                {"--strict", "", "warnings are errors"}};
  const char* const arguments[] = {"program", "--deck", "a.in", "--strict"};
  const auto options = league::parse_options(4, arguments, extras);
  EXPECT_EQ("a.in", options.given("--deck"));
  EXPECT_EQ("", options.given("--strict"));
  EXPECT_FALSE(options.given("--plot"));
  EXPECT_THROW(league::parse_options(4, arguments), league::UsageError);
  EXPECT_THROW(league::parse_options(2, arguments, extras), league::UsageError);
  EXPECT_NE(std::string::npos,
            league::usage("toy", extras).find("  --deck FILE                input deck\n"));
}

}  // namespace
