#include "../common/deck.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Read {
  double eps = 1e-10;
  double xmax = 100;
  int x_cells = 10;
  int solver = 0;
  int strict = 0;
  int preconditioner = 0;
  std::vector<std::string> warnings;
  std::vector<deck::State> states;

  explicit Read(const std::string& text) {
    deck::Keys keys("tl_");
    keys.number("eps", eps)
        .number("xmax", xmax)
        .integer("x_cells", x_cells, 1, 100000)
        .flag("use_jacobi", solver, 0)
        .flag("use_cg", solver, 1)
        .flag("check_result", strict)
        .choice("preconditioner_type", preconditioner, {"none", "jac_diag", "jac_block"})
        .ignored("tiles_per_task", true)
        .ignored("profiler_on", false);
    states = deck::parse(text, "tea", "toy.in", keys, warnings);
  }
};

// NOLINTNEXTLINE(bugprone-throwing-static-initialization): a test may end so
const std::string ambient = "state 1 density=0.2 energy=1.0\n";

std::string refusal(const std::string& text) {
  try {
    Read{text};
  } catch (const league::UsageError& error) {
    return error.what();
  }
  return "accepted";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Deck, EverySpellingOfAPair) {
  const Read read("x_cells=20 tl_eps = 1.0d-15 xmax .5\n" + ambient);
  EXPECT_EQ(20, read.x_cells);
  EXPECT_DOUBLE_EQ(1e-15, read.eps);
  EXPECT_DOUBLE_EQ(0.5, read.xmax);
  EXPECT_TRUE(read.warnings.empty());
}

TEST(Deck, OnlyTheBlockCounts) {
  const Read read("x_cells=7 nonsense\n*TEA\n" + ambient +
                  "X_CELLS=9 ! x_cells=8\n*endtea\nx_cells=5");
  EXPECT_EQ(9, read.x_cells);
  EXPECT_TRUE(read.warnings.empty());
  EXPECT_TRUE(holds(refusal("*tea\n" + ambient), "never closed"));
}

TEST(Deck, FlagsChoicesAndWhatIsIgnored) {
  const Read read(
      ambient +
      "tl_use_cg check_result profiler_on\ntiles_per_task=4 tl_preconditioner_type=jac_block");
  EXPECT_EQ(1, read.solver);
  EXPECT_EQ(1, read.strict);
  EXPECT_EQ(2, read.preconditioner);
  EXPECT_EQ(2U, read.warnings.size());
  EXPECT_TRUE(holds(refusal(ambient + "preconditioner_type=jacobi"), "none, jac_diag, jac_block"));
}

TEST(Deck, StatesInTheOrderOfTheirNumbers) {
  const Read read(
      "state 2, density=1 energy=2.5 geometry=circular xmin=1 ymin=-.5 \\\n radius=2\n" + ambient);
  ASSERT_EQ(2U, read.states.size());
  EXPECT_DOUBLE_EQ(0.2, read.states[0].density);
  EXPECT_EQ(deck::Geometry::circle, read.states[1].geometry);
  EXPECT_DOUBLE_EQ(-0.5, read.states[1].ymin);
  EXPECT_DOUBLE_EQ(2, read.states[1].radius);
}

TEST(Deck, UnknownKeysAreRefused) {
  EXPECT_EQ("toy.in, line 2: unknown key 'x_cell'; did you mean 'x_cells'?",
            refusal(ambient + "x_cell=4\n"));
  EXPECT_EQ("toy.in, line 1: unknown key 'tl_use_gc'; did you mean 'tl_use_cg'?",
            refusal("x_cells=4 tl_use_gc\n" + ambient));
  EXPECT_EQ("toy.in, line 2: unknown key 'frobnicate'", refusal(ambient + "frobnicate\n"));
}

TEST(Deck, KeysWithoutEffectAreNamedOnce) {
  const Read read(ambient + "tl_profiler_on\ntiles_per_task=4 x_cells=7\nprofiler_on\n");
  EXPECT_EQ(7, read.x_cells);
  ASSERT_EQ(2U, read.warnings.size());
  EXPECT_EQ("toy.in, line 2: 'profiler_on' is ignored: it has no effect here", read.warnings[0]);
  EXPECT_EQ("toy.in, line 3: 'tiles_per_task' is ignored: it has no effect here", read.warnings[1]);
  EXPECT_NO_THROW(deck::tell(read.warnings, false));
  EXPECT_THROW(deck::tell(read.warnings, true), league::UsageError);
}

TEST(Deck, RefusesWhatMakesNoSense) {
  EXPECT_TRUE(holds(refusal("x_cells=4"), "there is no state"));
  EXPECT_TRUE(holds(refusal(ambient + ambient), "line 2: state 1 is given twice"));
  EXPECT_TRUE(
      holds(refusal(ambient + "state 3 density=1 energy=1 geometry=point"), "state 2 is missing"));
  EXPECT_TRUE(holds(refusal(ambient + "x_cells=-4"), "line 2: 'x_cells': -4 is outside 1"));
  EXPECT_TRUE(holds(refusal(ambient + "x_cells=4.5"), "whole number"));
  EXPECT_TRUE(holds(refusal(ambient + "x_cells="), "has no value"));
  EXPECT_TRUE(holds(refusal(ambient + "eps=nan"), "not a finite number"));
  EXPECT_TRUE(holds(refusal(ambient + "eps=1e999"), "not a finite number"));
  EXPECT_TRUE(holds(refusal("state 1 density=0 energy=1"), "density"));
  EXPECT_TRUE(holds(refusal("state 1 density=1 energi=1"), "did you mean 'energy'?"));
  EXPECT_TRUE(holds(refusal("state density=1"), "not a finite number"));
  EXPECT_TRUE(holds(refusal(ambient + "state 2 density=1 energy=1"), "no geometry"));
  EXPECT_TRUE(
      holds(refusal(ambient + "state 2 density=1 energy=1 geometry=rectangle xmin=3 xmax=1"),
            "xmin below xmax"));
}

TEST(Deck, DomainsThatCannotBe) {
  EXPECT_NO_THROW(deck::demand_domain("toy.in", 10, 10, 0, 1, 0, 1));
  EXPECT_THROW(deck::demand_domain("toy.in", 10, 10, 1, 1, 0, 1), league::UsageError);
  EXPECT_THROW(deck::demand_domain("toy.in", 100000, 100000, 0, 1, 0, 1), league::UsageError);
  EXPECT_THROW(deck::load("/nonexistent.in"), league::UsageError);
  EXPECT_THROW(deck::load("/"), league::UsageError);
  const std::string pipe = testing::TempDir() + "a-pipe-that-nobody-writes";
  ASSERT_EQ(0, mkfifo(pipe.c_str(), 0600));
  EXPECT_THROW(deck::load(pipe), league::UsageError);
  unlink(pipe.c_str());
  EXPECT_THROW(deck::load("/dev/zero"), league::UsageError);
}

// Cells of unit size; the state's edges lie on sides of cells.
TEST(Deck, AStateCoversTheCellsItTouches) {
  deck::State state;
  state.xmin = 1;
  state.xmax = 3;
  state.ymin = 0;
  state.ymax = 2;
  state = deck::drawn_in(state, 1, 1);
  EXPECT_FALSE(deck::covers(state, 0, 1, 0, 1));
  EXPECT_TRUE(deck::covers(state, 1, 2, 0, 1));
  EXPECT_TRUE(deck::covers(state, 2, 3, 1, 2));
  EXPECT_FALSE(deck::covers(state, 3, 4, 0, 1));
  EXPECT_FALSE(deck::covers(state, 1, 2, 2, 3));
  state.geometry = deck::Geometry::point;
  EXPECT_TRUE(deck::covers(state, 1, 2, 0, 1));
  EXPECT_FALSE(deck::covers(state, 2, 3, 0, 1));
  state.geometry = deck::Geometry::circle;
  state.radius = 0.75;  // around (1.01, 0.01), the centre of no cell is nearer than 0.69
  EXPECT_TRUE(deck::covers(state, 1, 2, 0, 1));
  EXPECT_FALSE(deck::covers(state, 2, 3, 0, 1));
}

}  // namespace
