#include "flow.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "../common/picture.hpp"
#include "flow_deck.hpp"
#include "flow_fields.hpp"
#include "flow_fields_state.hpp"
#include "flow_published.hpp"
#include "flow_reference.hpp"
#include "league/driver.hpp"

namespace {

constexpr double affordable = 2e8;  // cell updates of the second computation: some ten seconds

// The second computation of a class, made once.
const flow::Answer& answer_of(const Flow::Class& cls) {
  static Flow::Class of{};
  static flow::Answer answer;
  if (of.nx != cls.nx || of.ny != cls.ny || of.steps != cls.steps || of.setup != cls.setup) {
    answer = flow::reference(cls);
    of = cls;
  }
  return answer;
}

// Throws UsageError if the method has no answer to what was asked for.
void demand_answer(const Flow::Class& cls) {
  if (flow::reference_cost(cls) > affordable) return;
  const flow::Answer& answer = answer_of(cls);
  if (!answer.failure.empty())
    throw league::UsageError("the method has no answer: in step " + std::to_string(answer.steps) +
                             " " + answer.failure + "; take a shorter dt or fewer steps");
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

// Largest difference of a plane from the second computation, over `scale`.
double difference(const Flow::Class& cls, const double* plane, const flow::Answer& answer,
                  const std::vector<double>& expected, double scale) {
  double worst = 0;
  for (int i = 0; i < cls.ny; ++i) {
    const double* row = expected.data() + answer.y.place[i] * answer.x.kept.size();
    const double* mine = plane + long(i) * cls.nx;
    for (int j = 0; j < cls.nx; ++j)
      worst = league::detail::worse(worst, std::abs(mine[j] - row[answer.x.place[j]]));
  }
  return scale > 0 ? worst / scale : worst;  // nothing moves where all is the same
}

bool has_vacuum(const Flow::Class& cls) {
  return std::any_of(cls.setup->problems, cls.setup->problems + cls.setup->count,
                     [](const flow::Problem& p) { return p.density == 0; });
}

double sum(const double* plane, long cells) {
  double total = 0;
  for (long c = 0; c < cells; ++c) total += plane[c];
  return total;
}

}  // namespace

template <typename Real>
Flow::Data<Real> Flow::make(const Class& cls) {
  const long cells = long(cls.nx) * cls.ny;
  Data<Real> data{league::vector<Real>(4 * cells), league::poison<double>(), -1, {}};
  auto columns = flow::parts(cls, true);
  auto rows = flow::parts(cls, false);
  columns.push_back(cls.nx);
  rows.push_back(cls.ny);
  Real* density = data.state.data();
  for (std::size_t r = 0; r + 1 < rows.size(); ++r)
    for (std::size_t c = 0; c + 1 < columns.size(); ++c) {
      const int p = flow::problem_of(cls, rows[r], columns[c]);
      for (long i = rows[r]; i < rows[r + 1]; ++i) {
        const long begin = i * cls.nx + columns[c];
        const int count = columns[c + 1] - columns[c];
        std::fill_n(density + begin, count, cls.setup->problems[p].density);
        std::fill_n(density + cells + begin, count, cls.setup->problems[p].energy);
      }
    }
  std::fill_n(density + 2 * cells, 2 * cells, league::poison<Real>());
  return data;
}

template <typename Real>
league::Checks Flow::check(const Class& cls, const Data<Real>& data) {
  const long cells = long(cls.nx) * cls.ny;
  const double* rho = data.state.data();
  const double* e = rho + cells;
  const double* mx = e + cells;
  const double* my = mx + cells;
  league::Checks checks;

  // What leaves a cell enters another.  A cell's density is rounded a few times a step; the errors
  // are of either sign, and so are those of the sum.
  const auto begin = make<Real>(cls);
  const double mass = sum(begin.state.data(), cells);
  checks.push_back({"mass", std::abs(sum(rho, cells) - mass) / mass, 1e-10});

  // The table, if it was asked for: its lines, mass in each, and the one of the last step in full.
  if (cls.summary_every > 0) {
    double astray = std::abs(double(data.summaries.size()) - data.steps / cls.summary_every);
    for (std::size_t line = 0; line < data.summaries.size(); ++line)
      astray += std::abs(data.summaries[line].step - (line + 1.0) * cls.summary_every);
    checks.push_back({"table_lines", astray, 0});
  }
  for (const Summary& line : data.summaries)
    checks.push_back({"table_density", std::abs(line.density - mass) / mass, 1e-10});
  if (!data.summaries.empty() && data.summaries.back().step == data.steps) {
    double energy = 0;
    for (long c = 0; c < cells; ++c) energy += rho[c] * e[c];
    checks.push_back({"table_energy", std::abs(data.summaries.back().energy / energy - 1), 1e-10});
    checks.push_back({"table_time", std::abs(data.summaries.back().time - data.elapsed), 0});
  }

  if (flow::reference_cost(cls) <= affordable) {
    // Some hundred roundings a cell and step, of either sign, in a method that damps them; the two
    // computations also place their brackets differently.  Seen: 5e-15 in classes S, W and B.
    const flow::Answer& answer = answer_of(cls);
    const double tolerance = 1e-9;
    const double momentum = std::max(largest(answer.mx), largest(answer.my));
    checks.push_back(
        {"density", difference(cls, rho, answer, answer.rho, largest(answer.rho)), tolerance});
    checks.push_back(
        {"energy", difference(cls, e, answer, answer.e, largest(answer.e)), tolerance});
    checks.push_back({"momentum_x", difference(cls, mx, answer, answer.mx, momentum), tolerance});
    checks.push_back({"momentum_y", difference(cls, my, answer, answer.my, momentum), tolerance});
    checks.push_back({"time", std::abs(data.elapsed / answer.elapsed - 1), tolerance});
    checks.push_back({"steps", std::abs(double(data.steps) - answer.steps), 0});
  } else {
    // Nothing can be left out of this deck, and it is too large to be computed again.  What is left
    // can show that a result is wrong, never that it is right: if it holds, there is no answer.
    double least = std::numeric_limits<double>::infinity();
    for (long c = 0; c < 2 * cells; ++c)
      least = rho[c] < least || std::isnan(rho[c]) ? rho[c] : least;
    if (!has_vacuum(cls)) checks.push_back({"positive", least > 0 ? 0.0 : 1.0, 0});
    const double moving = sum(mx, 2 * cells);
    checks.push_back(
        {"finite", std::isfinite(moving) && std::isfinite(sum(e, cells)) ? 0.0 : 1.0, 0});
    for (auto& check : checks) check.kind = league::Check::Kind::structural;
  }
  if (const flow::Published* told = flow::published_for(cls)) {
    // Published with thirteen digits; the rule of the public program is 1e-5.
    checks.push_back({"published_density", std::abs(sum(rho, cells) / told->density - 1), 1e-8});
    checks.push_back({"published_energy", std::abs(sum(e, cells) / told->energy - 1), 1e-8});
    if (told->total > 0) {
      double total = 0;
      for (long c = 0; c < cells; ++c) total += rho[c] * e[c];
      checks.push_back({"published_total_energy", std::abs(total / told->total - 1), 1e-8});
    }
    // Nobody's answer: it shows that this is the set-up that was published.
    if (told->first_dt > 0)
      checks.push_back({"published_first_dt",
                        std::abs(flow::first_pace(cls, begin).dt / told->first_dt - 1), 1e-12,
                        league::Check::Kind::structural});
  }
  return checks;
}

league::Work Flow::work(const Class& cls, std::size_t real_bytes) {
  const double updates = double(cls.nx) * cls.ny * cls.steps;
  const flow::Grid grid(cls.nx, cls.ny, 1, 1);
  const auto bytes = double(real_bytes);
  // What a step works on: whole arrays, or fewer of them and the rows that bands keep.
  const double kept = double(bands_for(cls, 1)) * flow::rows_of_band * double(grid.pitch);
  const double arrays = std::max((4.0 + flow::scratch_of_phases) * double(grid.size),
                                 (4.0 + flow::scratch_of_bands) * double(grid.size) + kept);
  const double resident = bytes * (4.0 * cls.nx * cls.ny + arrays);
  // Two passes are the least there can be, as the length of the step lies between them: one reads
  // the state and writes energy and velocities, one reads these with density and writes the state.
  return {295 * updates, 15 * bytes * updates, resident, updates, "cell-steps"};
}

template <typename Real>
league::Work Flow::work_done(const Class& cls, const Data<Real>& data) {
  Class done = cls;
  done.steps = data.steps;
  return work(done, sizeof(Real));
}

void Flow::configure(Class& cls, const league::Options& options) {
  if (const auto plot = options.given("--plot")) picture::demand_place(*plot);
  if (const auto every = options.given("--summary-every"))
    cls.summary_every = int(league::parse_integer(*every, "--summary-every", 1, 1000000));
  if (const auto path = options.given("--deck")) {
    static flow::Deck deck;
    static flow::Setup setup;
    flow::Root root;
    flow::load(*path, deck, root);
    setup = {deck.dt,
             root.width,
             root.height,
             root.max_dt,
             root.sim_end,
             deck.problems.data(),
             int(deck.problems.size())};
    const auto set = [&](const char* name) {
      return std::any_of(options.set.begin(), options.set.end(),
                         [&](const auto& pair) { return pair.first == name; });
    };
    cls.letter = 'X';
    cls.setup = &setup;
    if (!set("nx")) cls.nx = deck.nx;
    if (!set("ny")) cls.ny = deck.ny;
    if (!set("steps")) cls.steps = deck.iterations;
  }
  bool has_gas = false;
  for (const int row : flow::parts(cls, false))
    for (const int column : flow::parts(cls, true)) {
      const int p = flow::problem_of(cls, row, column);
      if (p < 0)
        throw league::UsageError("no problem of the deck fills the cell in row " +
                                 std::to_string(row) + ", column " + std::to_string(column));
      has_gas = has_gas || cls.setup->problems[p].density > 0;
    }
  if (!has_gas) throw league::UsageError("there is no gas in the box; give a problem a density");
  if (options.given("--deck") || !options.set.empty()) demand_answer(cls);
}

template <typename Real>
void Flow::finish(const Class& cls, const Data<Real>& data, const league::Options& options) {
  if (!data.summaries.empty())
    std::fprintf(options.text(), "%8s %14s %14s %22s %22s\n", "step", "time", "dt",
                 "sum of density", "sum of density*energy");
  for (const Summary& line : data.summaries)
    std::fprintf(options.text(), "%8d %14.7e %14.7e %22.15e %22.15e\n", line.step, line.time,
                 line.dt, line.density, line.energy);
  if (const auto path = options.given("--plot")) {
    const long cells = long(cls.nx) * cls.ny;
    std::vector<picture::Field> fields;
    for (const char* field : {"density", "energy", "momentum_x", "momentum_y"})
      fields.push_back({field, cls.nx, cls.ny, data.state.data() + long(fields.size()) * cells});
    picture::write(*path, fields, cls.setup->width / cls.nx, cls.setup->height / cls.ny);
  }
}

int main(int argc, char** argv) { return league::drive<Flow>(argc, argv); }
