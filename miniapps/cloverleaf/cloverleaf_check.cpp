#include "cloverleaf_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "cloverleaf_published.hpp"
#include "cloverleaf_reference.hpp"
#include "cloverleaf_setup.hpp"
#include "league/check.hpp"

namespace clover {

Answer::Answer(const Grid& grid, const league::vector<double>& values) : g(grid) {
  const long cells = long(g.nx) * g.ny;
  rho = values.data();
  e = rho + cells;
  u = e + cells;
  w = u + (g.nx + 1L) * (g.ny + 1L);
}

double Answer::squared_speed(int j, int k) const {
  double sum = 0;
  for (const long v : {k * (g.nx + 1L) + j, (k + 1L) * (g.nx + 1L) + j})
    for (const long c : {v, v + 1}) sum += 0.25 * (u[c] * u[c] + w[c] * w[c]);
  return sum;
}

Summary Answer::sums() const {
  Summary total;
  const double volume = g.dx * g.dy;
  for (int k = 0; k < g.ny; ++k) {
    Summary row;
    for (int j = 0; j < g.nx; ++j) {
      const long c = long(k) * g.nx + j;
      row.mass += rho[c];
      row.internal += rho[c] * e[c];
      row.kinetic += 0.5 * rho[c] * squared_speed(j, k);
    }
    total.mass += volume * row.mass;
    total.internal += volume * row.internal;
    total.kinetic += volume * row.kinetic;
  }
  total.volume = volume * g.nx * g.ny;
  total.pressure = (1.4 - 1.0) * total.internal;
  return total;
}

namespace {

// Cell-steps that are computed again, a second or so; many more where that is the only answer.
constexpr double cheap = 6e6;
constexpr double affordable = 2e8;

// Where rounding decides, the tolerance is so many times the measured sensitivity.  A variant takes
// some 600 operations for a cell and step and does perhaps a tenth of them in another order or
// fused, each half a unit in the last place off, in either direction: four units, and the
// evaluations that measure are nudged by up to eight, which leaves elements no further apart than
// these (seen: 1.1 times as far).  Decisions that the last digit takes alone (the sign of a zero
// divergence beside a single hot cell) come in fours, by symmetry, of which a variant takes all
// another way, and an evaluation some: another factor of four (seen, in sums: five).  Twenty is
// four times that.
constexpr double margin = 20;

// A tolerance above this part of the largest element would hide what the selftest does to results.
constexpr double telling = 5e-4;

bool has_velocity(const Cloverleaf::Class& cls) {
  return std::any_of(cls.states, cls.states + cls.state_count,
                     [](const deck::State& s) { return s.xvel != 0 || s.yvel != 0; });
}

/// Tolerance where rounding does not decide: programs that add in another order differ by 4e-12
/// after 100 steps, more with moving walls.
double usual(const Cloverleaf::Class& cls) { return has_velocity(cls) ? 1e-7 : 1e-8; }

double relative(double found, double expected) {
  const double error = std::abs(found - expected);
  return expected == 0 ? error : error / std::abs(expected);
}

double initial_mass(const Cloverleaf::Class& cls, const Grid& g) {
  std::vector<double> density(std::size_t(g.nx) * std::size_t(g.ny));
  for_each_state(cls, g, [&](const deck::State& s, int j, int k) {
    if (j < 1 || k < 1 || j > g.nx || k > g.ny) return;
    density[std::size_t(k - 1) * std::size_t(g.nx) + std::size_t(j - 1)] = s.density;
  });
  double mass = 0;
  for (const double density_of_cell : density) mass += density_of_cell;
  return mass * g.dx * g.dy;
}

/// What `make` finds for a class, made once in a process, where all else of a class is fixed.
template <typename Made, typename Make>
const Made& once(const Cloverleaf::Class& cls, const Make& make) {
  static std::map<std::tuple<char, int, int, int>, Made> known;
  const std::tuple key{cls.letter, cls.x_cells, cls.y_cells, cls.end_step};
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, make(cls)).first->second;
}

const ReferenceResult& reference_of(const Cloverleaf::Class& cls) {
  return once<ReferenceResult>(cls, run_reference);
}

Sensitivity measure(const Cloverleaf::Class& cls) {
  const double in_memory = cheap / (double(cls.x_cells) * cls.y_cells);
  return sensitivity_of(cls, int(std::clamp(in_memory, 1.0, 8.0)));
}

/// Largest difference of an element from the reference, over the largest element.
double worst_element(const league::vector<double>& answer, const ReferenceResult& reference) {
  double scale = 0;
  for (const double value : reference.answer) scale = std::max(scale, std::abs(value));
  return league::max_abs_error(answer, [&](std::size_t i) { return reference.answer[i]; }) / scale;
}

/// The same after fewer steps: the variant makes them once more.
double worst_element_after(const Cloverleaf::Class& cls, int steps) {
  Cloverleaf::Class shorter = cls;
  shorter.end_step = steps;
  shorter.summary_every = 0;
  auto data = Cloverleaf::make<double>(shorter);
  league::Stopwatch watch;
  Cloverleaf::run<double>(shorter, data, watch);
  return worst_element(data.answer, reference_of(shorter));
}

/// Every element, after as many steps as a comparison is worth it: up to where rounding decides,
/// with the usual tolerance, and up to where it decides all, with what it makes of them.
void compare_elements(const Cloverleaf::Class& cls, double error, double tolerance,
                      const std::vector<double>& sensitivity, league::Checks& checks) {
  const int all = int(sensitivity.size());
  const auto steps_within = [&](double limit) {
    return int(std::upper_bound(sensitivity.begin(), sensitivity.end(), limit / margin) -
               sensitivity.begin());
  };
  // A shorter run says whether the variant is right, nothing of what this one handed in.
  const auto compare = [&](const char* name, int steps, double allowed) {
    if (steps == all)
      checks.push_back({name, error, allowed});
    else
      checks.push_back(
          {name, worst_element_after(cls, steps), allowed, league::Check::Kind::structural});
  };
  const int undecided = steps_within(tolerance);
  const int compared = steps_within(telling);
  if (undecided > 0)
    compare(undecided == all ? "every_element" : "every_element_before_rounding_decides", undecided,
            tolerance);
  if (compared > undecided)
    compare("every_element_rounding_decides", compared,
            margin * sensitivity[std::size_t(compared) - 1]);
}

void compare_with_reference(const Cloverleaf::Class& cls, const Cloverleaf::Data<double>& data,
                            const Summary& state, league::Checks& checks) {
  const ReferenceResult& reference = reference_of(cls);
  const double tolerance = usual(cls);
  const double error = worst_element(data.answer, reference);
  const bool good = error <= tolerance;
  const Sensitivity sensitivity = good ? Sensitivity{} : once<Sensitivity>(cls, measure);
  const auto at_least_usual = [&](double spread) { return std::max(tolerance, margin * spread); };

  // What flows through the walls is the method's: see NOTES.md.
  const double start = initial_mass(cls, data.grid);
  const double inflow = reference.sums.inflow;
  const bool conserved = std::abs(inflow) <= 1e-3 * start;
  checks.push_back({conserved ? "mass_and_inflow" : "mass_and_inflow_not_conserved",
                    relative(state.mass, start + inflow), at_least_usual(sensitivity.mass)});
  checks.push_back({"steps_of_model",
                    std::abs(double(data.summaries.back().step) - reference.steps),
                    margin * sensitivity.steps});
  // A step's length follows from elements and has their error.
  checks.push_back({"time_of_model", relative(data.summaries.back().time, reference.time),
                    at_least_usual(sensitivity.time)});
  if (good) {
    checks.push_back({"every_element", error, tolerance});
    for (const Summary& line : data.summaries) {
      if (reference.table.size() < std::size_t(line.step)) continue;
      const Sums& sums = reference.table[std::size_t(line.step) - 1];
      checks.push_back({"table_mass", relative(line.mass, sums.mass), tolerance});
      checks.push_back(
          {"table_energy", relative(line.internal + line.kinetic, sums.energy), tolerance});
    }
    return;
  }
  compare_elements(cls, error, tolerance, sensitivity.element, checks);
  const double energy = state.internal + state.kinetic;
  checks.push_back({"total_energy", relative(energy, reference.sums.energy),
                    at_least_usual(sensitivity.energy)});
  const Answer answer(data.grid, data.answer);
  const bool positive = std::all_of(answer.rho, answer.e, [](double rho) { return rho > 0; });
  checks.push_back({"positive_density", positive ? 0.0 : 1.0, 0, league::Check::Kind::structural});
}

}  // namespace

league::Checks checks_of(const Cloverleaf::Class& cls, const Cloverleaf::Data<double>& data) {
  if (data.summaries.empty()) return {{"no_step_completed", 1, 0}};
  const Summary& last = data.summaries.back();
  const Summary state = Answer(data.grid, data.answer).sums();
  league::Checks checks;
  const auto compare = [&](const char* name, double found, double expected, double tolerance) {
    checks.push_back({name, relative(found, expected), tolerance});
  };
  // A running sum over 15 million cells is off by 3e-10 of it; nothing else separates these.
  const double rounding = 1e-8;
  compare("summary_volume", last.volume, state.volume, rounding);
  compare("summary_mass", last.mass, state.mass, rounding);
  compare("summary_internal", last.internal, state.internal, rounding);
  compare("summary_kinetic", last.kinetic, state.kinetic, rounding);
  compare("summary_pressure", last.pressure, state.pressure, rounding);
  checks.push_back(
      {"time_step_too_short", last.dt >= 1e-7 ? 0.0 : 1.0, 0, league::Check::Kind::structural});

  // One line every so many steps, if they were asked for, and one at the end.
  const int every = cls.summary_every > 0 ? cls.summary_every : last.step;
  double astray = std::abs(double(data.summaries.size()) - (last.step + every - 1) / every);
  for (std::size_t line = 1; line < data.summaries.size(); ++line)
    astray += std::abs(data.summaries[line - 1].step - double(line) * every);
  checks.push_back({"table_lines", astray, 0, league::Check::Kind::structural});

  const KnownSums* known = known_sums(cls);
  if (known != nullptr) {
    checks.push_back({"steps", std::abs(double(last.step) - known->steps), 0});
    const auto if_known = [&](const char* name, double found, double expected) {
      if (!std::isnan(expected)) compare(name, found, expected, known->tolerance);
    };
    if_known("time", last.time, known->time);
    if_known("mass", state.mass, known->mass);
    if_known("internal_energy", state.internal, known->internal);
    if_known("kinetic_energy", state.kinetic, known->kinetic);
    if_known("pressure", state.pressure / state.volume, known->pressure);
  }
  const TestProblem* problem = test_problem(cls.test_problem);
  if (problem != nullptr)
    compare("test_problem", state.kinetic, problem->kinetic, problem->tolerance);

  const bool published = known != nullptr || problem != nullptr;
  const double cell_steps = double(cls.x_cells) * cls.y_cells * least_steps(cls);
  if (cell_steps <= (published ? cheap : affordable))
    compare_with_reference(cls, data, state, checks);
  else if (published)  // all of these are at rest in the beginning, and their cells are squares
    compare("mass_of_start", state.mass, initial_mass(cls, data.grid), 1e-3);
  else  // what is left shows that a result is wrong, never that it is right
    for (auto& check : checks) check.kind = league::Check::Kind::structural;
  return checks;
}

}  // namespace clover
