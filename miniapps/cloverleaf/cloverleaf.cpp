#include "cloverleaf.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "../common/picture.hpp"
#include "cloverleaf_deck.hpp"
#include "cloverleaf_published.hpp"
#include "cloverleaf_reference.hpp"
#include "league/driver.hpp"

namespace {

constexpr double affordable = 6e6;  // cell-steps that the check computes again

clover::Grid grid_of(const Cloverleaf::Class& cls) {
  return {cls.x_cells, cls.y_cells, cls.xmax - cls.xmin, cls.ymax - cls.ymin};
}

/// Calls visit(state, j, k) for all cells, halo included, that the states cover, in their order.
template <typename Visit>
void for_each_state(const Cloverleaf::Class& cls, const clover::Grid& g, const Visit& visit) {
  for (int s = 0; s < cls.state_count; ++s) {
    const deck::State state = deck::drawn_in(cls.states[s], g.dx, g.dy);
    for (int k = -1; k <= g.ny + 2; ++k)
      for (int j = -1; j <= g.nx + 2; ++j)
        if (s == 0 || deck::covers(state, cls.xmin + g.dx * (j - 1), cls.xmin + g.dx * j,
                                   cls.ymin + g.dy * (k - 1), cls.ymin + g.dy * k))
          visit(state, j, k);
  }
}

/// Where the four fields of an answer begin, and what they add up to.
struct Answer {
  clover::Grid g;
  const double* rho;
  const double* e;
  const double* u;
  const double* w;

  Answer(const clover::Grid& grid, const league::vector<double>& values) : g(grid) {
    const long cells = long(g.nx) * g.ny;
    rho = values.data();
    e = rho + cells;
    u = e + cells;
    w = u + (g.nx + 1L) * (g.ny + 1L);
  }
  /// Squared speed of a cell: the mean over its four vertices.
  double squared_speed(int j, int k) const {
    double sum = 0;
    for (const long v : {k * (g.nx + 1L) + j, (k + 1L) * (g.nx + 1L) + j})
      for (const long c : {v, v + 1}) sum += 0.25 * (u[c] * u[c] + w[c] * w[c]);
    return sum;
  }
  /// Sums row by row: the error of a running sum grows with the number of rows, not of cells.
  clover::Summary sums() const {
    clover::Summary total;
    const double volume = g.dx * g.dy;
    for (int k = 0; k < g.ny; ++k) {
      clover::Summary row;
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
};

double relative(double found, double expected) {
  const double error = std::abs(found - expected);
  return expected == 0 ? error : error / std::abs(expected);
}

/// The reference of a class, computed once in a process; null where it would take too long.
const clover::ReferenceResult* reference_of(const Cloverleaf::Class& cls) {
  static clover::ReferenceResult result;
  static Cloverleaf::Class known{};
  if (double(cls.x_cells) * cls.y_cells * clover::least_steps(cls) > affordable) return nullptr;
  const bool same = known.letter == cls.letter && known.x_cells == cls.x_cells &&
                    known.y_cells == cls.y_cells && known.end_step == cls.end_step;
  if (!same) result = clover::run_reference(cls);  // all else of a class is fixed in a process
  known = cls;
  return &result;
}

bool has_velocity(const Cloverleaf::Class& cls) {
  return std::any_of(cls.states, cls.states + cls.state_count,
                     [](const deck::State& s) { return s.xvel != 0 || s.yvel != 0; });
}

}  // namespace

template <typename Real>
Cloverleaf::Data<Real> Cloverleaf::make(const Class& cls) {
  using namespace clover;
  const Grid g = grid_of(cls);
  const auto cells = std::size_t(g.nx) * std::size_t(g.ny);
  const auto vertices = (std::size_t(g.nx) + 1) * (std::size_t(g.ny) + 1);
  Data<Real> data{g,
                  league::vector<Real>(std::size_t(all_fields * g.size), Real(0)),
                  league::vector<Real>(2 * cells + 2 * vertices, league::poison<Real>()),
                  {}};
  Real* f = data.fields.data();
  for (int k = -1; k <= g.ny + 2; ++k)
    for (int j = -1; j <= g.nx + 2; ++j) {
      f[volume * g.size + g.at(j, k)] = g.dx * g.dy;
      f[xarea * g.size + g.at(j, k)] = g.dy;
      f[yarea * g.size + g.at(j, k)] = g.dx;
    }
  for_each_state(cls, g, [&](const deck::State& state, int j, int k) {
    f[density * g.size + g.at(j, k)] = state.density;
    f[energy * g.size + g.at(j, k)] = state.energy;
    const int more = state.number == 1 ? 0 : 1;  // the vertices around it as well
    for (int b = 0; b <= more; ++b)
      for (int a = 0; a <= more; ++a) {
        f[xvel * g.size + g.at(j + a, k + b)] = state.xvel;
        f[yvel * g.size + g.at(j + a, k + b)] = state.yvel;
      }
  });
  // What a step writes before it reads is not to be used by accident.
  for (const int field : {density + 1, energy + 1, viscosity + 0, pressure + 0})
    for (int k = 1; k <= g.ny; ++k)
      std::fill_n(f + field * g.size + g.at(1, k), g.nx, league::poison<Real>());
  return data;
}

template <typename Real>
league::Checks Cloverleaf::check(const Class& cls, const Data<Real>& data) {
  using namespace clover;
  if (data.summaries.empty()) return {{"field_summary_missing", 1, 0}};
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
  checks.push_back({"time_step_too_short", last.dt >= 1e-7 ? 0.0 : 1.0, 0});
  if (!has_velocity(cls)) {  // what enters through a wall is no mistake
    std::vector<double> start(std::size_t(data.grid.ny), 0.0);
    std::vector<double> row(std::size_t(data.grid.nx) * start.size());
    for_each_state(cls, data.grid, [&](const deck::State& s, int j, int k) {
      if (j < 1 || k < 1 || j > data.grid.nx || k > data.grid.ny) return;
      row[std::size_t(k - 1) * std::size_t(data.grid.nx) + std::size_t(j - 1)] = s.density;
    });
    double mass = 0;
    for (const double density_of_cell : row) mass += density_of_cell;
    // The fluxes beside the walls are mirrored at the first row of cells: a little leaks.
    compare("mass_of_start", state.mass, mass * data.grid.dx * data.grid.dy, 1e-3);
  }
  if (const KnownSums* known = known_sums(cls)) {
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
  if (const TestProblem* problem = test_problem(cls.test_problem))
    compare("test_problem", state.kinetic, problem->kinetic, problem->tolerance);
  if (const ReferenceResult* reference = reference_of(cls)) {
    checks.push_back({"steps_of_model", std::abs(double(last.step) - reference->steps), 0});
    double scale = 0;
    for (const double value : reference->answer) scale = std::max(scale, std::abs(value));
    // Programs that add in another order differ by 4e-12 after 100 steps, more with moving walls.
    const double error =
        league::max_abs_error(data.answer, [&](std::size_t i) { return reference->answer[i]; });
    checks.push_back({"every_element", error / scale, has_velocity(cls) ? 1e-7 : 1e-8});
  }
  return checks;
}

league::Work Cloverleaf::work(const Class& cls, std::size_t real_bytes) {
  const clover::Grid g = grid_of(cls);
  const double cell_steps = double(g.nx) * g.ny * clover::least_steps(cls);
  league::Work work;
  // Time step 105, Lagrangian part 160, a sweep of the cells 70, of the momenta 100.
  work.flops = (105 + 160 + 2 * 70 + 2 * 100) * cell_steps;
  // Numbers that the loops of `omp` read and write: 9, 14, then 8 and 8, 7 and 7 in the sweeps.
  work.bytes = 53 * double(real_bytes) * cell_steps;
  work.resident =
      double(real_bytes) * (clover::all_fields * double(g.size) + 4 * (g.nx + 1.0) * (g.ny + 1.0));
  work.merit = cell_steps;
  work.merit_unit = "cell-steps";
  return work;
}

template <typename Real>
league::Work Cloverleaf::work_done(const Class& cls, const Data<Real>& data) {
  return work(cls, sizeof(Real)).times(data.summaries.back().step / clover::least_steps(cls));
}

void Cloverleaf::configure(Class& cls, const league::Options& options) {
  if (const auto every = options.given("--summary-every"))
    cls.summary_every = int(league::parse_integer(*every, "--summary-every", 1, 10000000));
  if (const auto path = options.given("--plot")) picture::demand_place(*path);
  const auto path = options.given("--deck");
  if (!path) return;
  static std::vector<deck::State> states;
  const Class asked = cls;
  std::vector<std::string> warnings;
  cls = clover::read_deck(deck::load(*path), *path, states, warnings);
  cls.summary_every = asked.summary_every;
  deck::tell(warnings, options.given("--strict").has_value());
  for (const auto& [key, text] : options.set) {
    for (const auto& parameter : parameters)
      if (key == parameter.name) cls.*parameter.member = asked.*parameter.member;
    if (key == "bands") continue;  // the problem stays the same
    if (cls.test_problem != 0)
      std::cerr << "warning: " << *path << ": --set " << key
                << " makes it another problem; test_problem is not checked\n";
    cls.test_problem = 0;
  }
  deck::demand_domain(*path, cls.x_cells, cls.y_cells, cls.xmin, cls.xmax, cls.ymin, cls.ymax);
}

template <typename Real>
void Cloverleaf::finish(const Class& cls, const Data<Real>& data, const league::Options& options) {
  if (cls.summary_every > 0) {
    std::fprintf(options.text(), "%8s %12s %12s %23s %23s %23s %23s %23s\n", "step", "time", "dt",
                 "volume", "mass", "pressure", "internal energy", "kinetic energy");
    for (const auto& s : data.summaries)
      std::fprintf(options.text(), "%8d %12.5e %12.5e %23.16e %23.16e %23.16e %23.16e %23.16e\n",
                   s.step, s.time, s.dt, s.volume, s.mass, s.pressure / s.volume, s.internal,
                   s.kinetic);
  }
  const auto path = options.given("--plot");
  if (!path) return;
  const Answer answer(data.grid, data.answer);
  const auto cells = std::size_t(data.grid.nx) * std::size_t(data.grid.ny);
  std::vector<double> speed(cells);
  for (int k = 0; k < data.grid.ny; ++k)
    for (int j = 0; j < data.grid.nx; ++j)
      speed[std::size_t(k) * std::size_t(data.grid.nx) + std::size_t(j)] =
          std::sqrt(answer.squared_speed(j, k));
  const int nx = data.grid.nx;
  const int ny = data.grid.ny;
  picture::write(*path,
                 {{"density", nx, ny, answer.rho},
                  {"energy", nx, ny, answer.e},
                  {"speed", nx, ny, speed.data()}},
                 data.grid.dx, data.grid.dy);
}

int main(int argc, char** argv) { return league::drive<Cloverleaf>(argc, argv); }
