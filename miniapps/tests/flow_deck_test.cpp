#include "../flow/flow_deck.hpp"

#include <gtest/gtest.h>

#include "league/options.hpp"

namespace {

// NOLINTNEXTLINE(bugprone-throwing-static-initialization): a test may end so
const std::string head = "dt 1e-3\nnx 60\nny 50\niterations 10\nvisit_dump 0\n";
// NOLINTNEXTLINE(bugprone-throwing-static-initialization): a test may end so
const std::string ambient = "problem_0 density=0.125 energy=2 xpos=0 ypos=0 width=1 height=1\n";
// NOLINTNEXTLINE(bugprone-throwing-static-initialization): a test may end so
const std::string root = "width 1.0\nheight 2.0\ndepth 1.0\nmax_dt 1e-2\nsim_end 10\n";

std::string refusal(const std::string& text) {
  try {
    flow::parse_deck(text, "flow.params");
  } catch (const league::UsageError& error) {
    return error.what();
  }
  return "accepted";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(FlowDeck, ReadsValuesCommentsAndProblemsInAnyOrder) {
  const auto deck = flow::parse_deck(
      "problem_1 density 1.0 energy=2.5 xpos=.4 ypos=0.4 width=0.2 height=0.1 // hot\n" + head +
          "# nothing\n" + ambient,
      "flow.params");
  EXPECT_DOUBLE_EQ(1e-3, deck.dt);
  EXPECT_EQ(60, deck.nx);
  EXPECT_EQ(50, deck.ny);
  EXPECT_EQ(10, deck.iterations);
  ASSERT_EQ(2U, deck.problems.size());
  EXPECT_DOUBLE_EQ(0.125, deck.problems[0].density);
  EXPECT_DOUBLE_EQ(0.1, deck.problems[1].height);
}

TEST(FlowDeck, NamesLineAndNearestKey) {
  const auto text = refusal("dt 1e-3\nnx 60\niteratons 10\n");
  EXPECT_TRUE(holds(text, "flow.params, line 3")) << text;
  EXPECT_TRUE(holds(text, "did you mean 'iterations'")) << text;
  EXPECT_TRUE(holds(refusal(head + "problem_0 densty=1"), "did you mean 'density'"));
}

TEST(FlowDeck, RefusesWhatIsMissingDoubledOrAbsurd) {
  EXPECT_TRUE(holds(refusal(head), "'problem_0' is missing"));
  EXPECT_TRUE(holds(refusal("dt 1\n" + ambient), "'nx' is missing"));
  EXPECT_TRUE(holds(refusal(head + head + ambient), "given twice"));
  EXPECT_TRUE(holds(refusal(head + ambient + ambient), "given twice"));
  EXPECT_TRUE(
      holds(refusal("dt 1\nnx -5\nny 4\niterations 1\nvisit_dump 0\n" + ambient), "line 2"));
  EXPECT_TRUE(holds(refusal("dt 0\nnx 5\nny 4\niterations 1\nvisit_dump 0\n" + ambient), "line 1"));
  EXPECT_TRUE(holds(refusal("dt nan\n"), "not a finite number"));
  EXPECT_TRUE(holds(refusal("dt 1 2\n"), "behind the value"));
  EXPECT_TRUE(holds(refusal("dt\n"), "has no value"));
  EXPECT_TRUE(holds(refusal(head + "problem_2 density=1 energy=1 xpos=0 ypos=0 width=1 height=1"),
                    "'problem_0' is missing"));
  EXPECT_TRUE(holds(refusal(head + "problem_0 density=1 energy=1 xpos=0 ypos=0 width=1"),
                    "has no 'height'"));
  EXPECT_TRUE(holds(refusal(head + "problem_0 density=0 energy=1 xpos=0 ypos=0 width=1 height=1"),
                    "above zero"));
}

TEST(FlowDeck, ReadsTheRootFile) {
  EXPECT_DOUBLE_EQ(2, flow::parse_root(root, "arch.params").height);
  EXPECT_THROW(flow::parse_root("width 1\n", "arch.params"), league::UsageError);
  EXPECT_THROW(flow::parse_root(root + "dt 1\n", "arch.params"), league::UsageError);
}

}  // namespace
