#include "cloverleaf_published.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clover {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// The public programs let pass 0.001 percent.  For problem 3, where the gas has crossed the square
// many times in the end, that is beyond the method: see NOTES.md.
constexpr double published = 1e-5;
constexpr double beyond = 1e-3;

constexpr std::array test_problems{
    TestProblem{1, 10, 2, 1.82280367310258, published},
    TestProblem{2, 960, 960, 1.19316898756307, published},
    TestProblem{3, 960, 960, 2.58984003503994, beyond},
    TestProblem{4, 3840, 3840, 0.307475452287895, published},
    TestProblem{5, 3840, 3840, 4.85350315783719, published},
    TestProblem{487, 1920, 1920, 0.6088288, published},
    TestProblem{287, 1920, 960, 0.6062609, published},
    TestProblem{168, 3840, 3840, 0.02465082, published},
};

// The tube, the square and the first row with 960 x 960 cells: sums of the public programs, which
// agree to 4e-12 up to 100 steps; 1e-8 is the limit.  The others up to 87 steps: sums of the second
// program (cloverleaf_reference.cpp), which agrees with the published kinetic energies to 5e-13, or
// to all 7 digits.  The last two: the published number.
constexpr std::array all_known_sums{
    KnownSums{&corner, 10, 2, 2, 75, 3.0, 3.0, 12.000000000000016, 25.06197111910738,
              1.8228036731025796, 0.5012394223821476, 1e-8},
    KnownSums{&corner_square, 10, 10, 10, 75, 3.0, 3.0, 39.9999999179546, 69.22774808699624,
              7.731372690055143, 0.27691099234798466, 1e-8},
    KnownSums{&corner, 240, 240, 10, 87, 2.1, 2.0118894273307797, 27.999999999999897,
              38.759128107592616, 4.1597852194247373, 0.1550365124303705, 1e-8},
    KnownSums{&corner, 960, 960, 10, 87, 0.503, 0.5029723568326947, 27.99999999977255,
              41.785318456137155, 1.1931689875630689, 0.1671412738317997, 1e-8},
    KnownSums{&corner, 1920, 960, 10, 87, 0.5, 0.25179280406749283, 27.999999999999563,
              42.384567273646027, 0.60626085912938688, 0.16953826909458414, 1e-8},
    KnownSums{&corner, 1920, 1920, 10, 87, 0.5, 0.25148617841634741, 28.000000000001638,
              42.38031185591872, 0.60882876764420746, 0.16952124742367491, 1e-8},
    KnownSums{&corner, 3840, 3840, 10, 8, 0.5, 0.01059283483501648, 27.999999999996486,
              42.97294278990524, 0.024650815820891292, 0.17189177115962098, 1e-8},
    KnownSums{&corner, 3840, 3840, 10, 87, 0.5, 0.1257430892081737, 27.999999999996586,
              42.687069084893132, 0.30747545228775386, 0.17074827633957254, 1e-8},
    KnownSums{&corner, 960, 960, 10, 2955, 15.5, unknown, unknown, unknown, 2.58984003503994,
              unknown, beyond},
    KnownSums{&corner, 3840, 3840, 10, 2955, 15.5, unknown, unknown, unknown, 4.85350315783719,
              unknown, published},
};

bool same_state(const deck::State& a, const deck::State& b) {
  return a.density == b.density && a.energy == b.energy && a.xvel == b.xvel && a.yvel == b.yvel &&
         (a.number == 1 || (a.geometry == b.geometry && a.xmin == b.xmin && a.xmax == b.xmax &&
                            a.ymin == b.ymin && a.ymax == b.ymax));
}

}  // namespace

const TestProblem* test_problem(int number) {
  const auto found = std::find_if(test_problems.begin(), test_problems.end(),
                                  [&](const TestProblem& p) { return p.number == number; });
  return found == test_problems.end() ? nullptr : &*found;
}

const KnownSums* known_sums(const Cloverleaf::Class& cls) {
  const bool usual = cls.state_count == 2 && cls.xmin == 0 && cls.ymin == 0 && cls.xmax == 10 &&
                     cls.initial_timestep == 0.04 && cls.max_timestep == 0.04 &&
                     cls.timestep_rise == 1.5;
  for (const KnownSums& known : all_known_sums)
    if (usual && cls.x_cells == known.x_cells && cls.y_cells == known.y_cells &&
        cls.ymax == known.ymax && same_state(cls.states[0], (*known.states)[0]) &&
        same_state(cls.states[1], (*known.states)[1]) &&
        ((cls.end_step == known.steps && cls.end_time >= known.end_time) ||
         (known.end_time == known.time && cls.end_time == known.end_time &&
          cls.end_step >= known.steps)))
      return &known;
  return nullptr;
}

double least_steps(const Cloverleaf::Class& cls) {
  // 1e-6: three divided by a twenty-fifth is not to be 76.
  return std::min(double(cls.end_step), std::ceil(cls.end_time / cls.max_timestep - 1e-6));
}

}  // namespace clover
