#include "cloverleaf.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../common/picture.hpp"
#include "cloverleaf_check.hpp"
#include "cloverleaf_deck.hpp"
#include "cloverleaf_published.hpp"
#include "cloverleaf_setup.hpp"
#include "league/driver.hpp"

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
  return clover::checks_of(cls, data);
}

std::string Cloverleaf::not_judged(const league::Checks& checks) {
  for (const auto& check : checks)
    if (check.name.find("every_element") == 0 && check.kind == league::Check::Kind::answer)
      return "";
  return "rounding decides them all";
}

league::Work Cloverleaf::work(const Class& cls, std::size_t real_bytes) {
  const clover::Grid g = clover::grid_of(cls);
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
  const clover::Answer answer(data.grid, data.answer);
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
