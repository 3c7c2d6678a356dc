// What came of teams and threads is recorded where the environment asks for some.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fake_model.hpp"
#include "league/driver.hpp"

namespace {

std::string prepared() {
  league::Record record;
  fake::on_device = true;
  EXPECT_FALSE(league::prepare(league::Options{}, {1, 2, 0, "fake"}, record).has_value());
  return league::to_json(record);
}

TEST(Shape, IsRecordedWhereOneIsAskedFor) {
  fake::shape = league::Shape{2, 1};
  unsetenv("OMP_NUM_THREADS");
  unsetenv("OMP_NUM_TEAMS");
  EXPECT_EQ(prepared().find("\"shape\""), std::string::npos);
  for (const char* name : {"OMP_NUM_TEAMS", "OMP_NUM_THREADS"}) {
    setenv(name, "3", 1);
    EXPECT_NE(prepared().find("\"shape\":{\"teams\":2,\"threads\":1},"), std::string::npos);
    unsetenv(name);
  }
  fake::shape.reset();
}

TEST(Shape, OfAModelWithoutRegionsIsNotRecorded) {
  setenv("OMP_NUM_THREADS", "3", 1);
  EXPECT_EQ(prepared().find("\"shape\""), std::string::npos);
  unsetenv("OMP_NUM_THREADS");
}

}  // namespace
