#include "tealeaf_deck.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tealeaf_steps.hpp"

namespace tea {
namespace {

deck::State rectangle(int number, double density, double energy, double xmin, double xmax,
                      double ymin, double ymax) {
  deck::State state;
  state.number = number;
  state.density = density;
  state.energy = energy;
  state.xmin = xmin;
  state.xmax = xmax;
  state.ymin = ymin;
  state.ymax = ymax;
  return state;
}

deck::State circle(int number, double density, double energy, double x, double y, double radius) {
  deck::State state = rectangle(number, density, energy, x, x, y, y);
  state.geometry = deck::Geometry::circle;
  state.radius = radius;
  return state;
}

/// Something else at each wall and in each corner, something dense and something light inside, and
/// no symmetry: heat flows everywhere, so that no row, column or cell can be left out unnoticed.
/// The sizes that go with it are no multiples of what vectors, lines and blocks hold.
Deck all_walls() {
  Deck deck;
  deck.name = "the problem of class S";
  deck.xmax = 8;
  deck.ymax = 9;
  deck.timestep = 0.006;
  deck.eps = 1e-15;
  deck.states = {rectangle(1, 2, 1, 0, 0, 0, 0),         rectangle(2, 0.5, 6, 0, 1.5, 0, 1.2),
                 rectangle(3, 8, 0.3, 6.4, 8, 0, 2),     rectangle(4, 4, 3, 0, 2.3, 7.4, 9),
                 rectangle(5, 0.25, 12, 6.9, 8, 7.9, 9), rectangle(6, 1.2, 4, 3, 4.5, 0, 0.7),
                 rectangle(7, 0.8, 7, 3.6, 5.2, 8.3, 9), rectangle(8, 3, 2.5, 0, 0.6, 3.5, 5),
                 rectangle(9, 0.6, 5, 7.5, 8, 4, 5.6),   circle(10, 60, 0.02, 2.9, 4.4, 1.1),
                 circle(11, 0.1, 40, 5.3, 5.6, 0.8)};
  return deck;
}

/// A hot spot at one end of a bent channel through something dense.
Deck test_problems() {
  Deck deck;
  deck.xmax = 10;
  deck.ymax = 10;
  deck.timestep = 0.004;
  deck.eps = 1e-15;
  deck.states = {rectangle(1, 100, 0.0001, 0, 0, 0, 0), rectangle(2, 0.1, 25, 0, 1, 1, 2),
                 rectangle(3, 0.1, 0.1, 1, 6, 1, 2), rectangle(4, 0.1, 0.1, 5, 6, 1, 8),
                 rectangle(5, 0.1, 0.1, 5, 10, 7, 8)};
  return deck;
}

/// Whether a deck describes what the published numbers are about, but for size and steps.
bool is_test_problem(const Deck& deck) {
  const Deck known = test_problems();
  const auto same_state = [](const deck::State& a, const deck::State& b) {
    const bool same_place =
        a.number == 1 || (a.geometry == b.geometry && a.xmin == b.xmin && a.xmax == b.xmax &&
                          a.ymin == b.ymin && a.ymax == b.ymax);
    return same_place && a.number == b.number && a.density == b.density && a.energy == b.energy;
  };
  return deck.xmin == 0 && deck.ymin == 0 && deck.xmax == 10 && deck.ymax == 10 &&
         deck.timestep == known.timestep && deck.inverse_density == 0 &&
         std::equal(deck.states.begin(), deck.states.end(), known.states.begin(),
                    known.states.end(), same_state);
}

/// Published temperatures of the test problems.
struct Row {
  int cells;  // a side
  int steps;
  double temperature;
};
constexpr std::array rows{
    Row{10, 10, 157.55084183279294},   Row{64, 1, 108.4697720003111},
    Row{250, 10, 106.27221178646569},  Row{500, 10, 99.955877498324000},
    Row{512, 20, 103.4697091898282},   Row{1000, 2, 91.61051549004094},
    Row{1000, 4, 93.48844542172745},   Row{1000, 10, 97.277332050749976},
    Row{1024, 20, 101.2100932683400},  Row{2000, 2, 90.10618606381739},
    Row{2000, 4, 92.13313338102208},   Row{2000, 10, 96.05026999605091},
    Row{4000, 2, 89.44258537125111},   Row{4000, 4, 91.50788514428132},
    Row{4000, 10, 95.462351583362249}, Row{4096, 1, 87.89826115915487},
    Row{8000, 2, 89.13203173864531},   Row{8000, 4, 91.20746325516782},
    Row{8000, 10, 95.174738768320850},
};

/// Iterations of each step as printed, where a zero ends them.  Those of CG without preconditioner
/// on 10, 250, 500, 1000, 4000 and 8000 cells are published, at a tolerance of 1e-15; the others
/// are those of the omp variant, at the solver's own tolerance.
struct Iterations {
  int cells;
  int solver;
  int preconditioner;
  int switched;  // iteration of the first step at which PPCG takes over; in later ones it is 2
  std::array<int, 20> printed;
};
constexpr std::array iterations{
    Iterations{0, use_jacobi, none, 0, {229, 245, 250, 252}},
    Iterations{0, use_cg, none, 0, {71, 72, 71, 69}},
    Iterations{0, use_cg, jac_diag, 0, {51, 52, 52, 52}},
    Iterations{0, use_cg, jac_block, 0, {47, 47, 47, 47}},
    Iterations{0, use_chebyshev, none, 0, {59, 59, 59, 59}},
    Iterations{0, use_ppcg, none, 25, {25, 3, 3, 3}},
    Iterations{10, use_cg, none, 0, {10, 10, 10, 10, 10, 10, 10, 10, 10, 10}},
    Iterations{64, use_cg, none, 0, {60, 61, 61, 60}},
    Iterations{
        250, use_jacobi, none, 0, {1915, 2352, 2579, 2639, 2676, 2684, 2715, 2711, 2735, 2743}},
    Iterations{250, use_cg, none, 0, {228, 242, 244, 238, 231, 222, 215, 208, 202, 197}},
    Iterations{250, use_chebyshev, none, 0, {209, 239, 239, 239, 229, 209, 199, 189, 179, 159}},
    Iterations{250, use_ppcg, none, 34, {36, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
    Iterations{500, use_cg, none, 0, {448, 492, 492, 479, 464, 449, 435, 420, 408, 397}},
    Iterations{500, use_chebyshev, none, 0, {319, 399, 409, 399, 379, 359, 339, 319, 299, 289}},
    Iterations{500, use_ppcg, none, 83, {85, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
    Iterations{512, use_cg, none, 0, {459, 504, 504, 491, 476, 461, 444, 430, 418, 407,
                                      397, 388, 380, 372, 364, 357, 351, 346, 340, 335}},
    Iterations{1000, use_cg, none, 0, {887, 1000, 993, 964, 936, 906, 882, 850, 828, 808}},
    Iterations{1000, use_chebyshev, none, 0, {579, 749, 759, 739, 709, 679, 639, 609, 579, 559}},
    Iterations{1000, use_ppcg, none, 189, {191, 7, 7, 7, 7, 7, 7, 7, 7, 7}},
    Iterations{1024, use_cg, none, 0, {908, 1025, 1016, 987, 958, 928, 903, 870, 847, 827,
                                       804, 786,  768,  754, 742, 731, 717, 705, 694, 685}},
    Iterations{4000, use_cg, none, 0, {3381, 4096, 4060, 3950, 3832, 3711, 3603, 3504, 3413, 3340}},
    Iterations{8000, use_cg, none, 0, {6620, 8282, 8206, 7974, 7742, 7510, 7295, 7102, 6924, 6764}},
};

/// Without a deck every solver gets the tolerance that it can reach: Jacobi's test sees the root of
/// what changed, and Chebyshev's the true residual with its rounding.
double own_eps(int solver) {
  if (solver == use_jacobi) return 1e-7;
  if (solver == use_cg) return 1e-15;
  return solver == use_chebyshev ? 1e-10 : 1e-12;
}

/// Whether it is class S in its own size.
bool is_class_s(const Tealeaf::Class& cls) {
  const Tealeaf::Class& own = Tealeaf::classes[0];
  return cls.deck == nullptr && cls.letter == own.letter && cls.x_cells == own.x_cells &&
         cls.y_cells == own.y_cells;
}

/// The row that a class's iterations are in; null if they are not known.
const Iterations* row_of(const Tealeaf::Class& cls) {
  const Settings settings = settings_of(cls);
  const bool prepared = cls.solver == use_chebyshev || cls.solver == use_ppcg;
  const bool small = is_class_s(cls);
  const bool known = cls.x_cells == cls.y_cells && is_test_problem(deck_of(cls));
  // What suits the solver, not what somebody set.
  if ((!small && !known) || settings.eps != own_eps(cls.solver) ||
      (prepared && (cls.presteps != 25 || cls.inner != 0 || settings.epslim != 1)))
    return nullptr;
  const int preconditioner = cls.solver == use_jacobi ? none : cls.preconditioner;
  for (const Iterations& row : iterations)
    if (row.cells == (small ? 0 : cls.x_cells) && row.solver == cls.solver &&
        row.preconditioner == preconditioner)
      return &row;
  return nullptr;
}

/// Steps until end_time or end_step, whichever comes first.
int steps_of(const Deck& deck, int end_step) {
  int steps = 0;
  double time = 0;
  while (steps < end_step && (steps == 0 || time + 1e-16 <= deck.end_time)) {
    time += deck.timestep;
    ++steps;
  }
  return steps;
}

void demand_sense(const std::string& name, const Deck& deck, const Tealeaf::Class& cls) {
  deck::demand_domain(name, cls.x_cells, cls.y_cells, deck.xmin, deck.xmax, deck.ymin, deck.ymax);
  const auto demand = [&](bool good, const char* what) {
    if (!good) throw league::UsageError(name + ": " + what);
  };
  demand(deck.timestep > 0, "initial_timestep has to be above zero");
  demand(deck.end_time > 0, "end_time has to be above zero");
  demand(deck.eps > 0 && deck.eps < 1, "tl_eps has to lie between 0 and 1");
  demand(deck.epslim > 0, "tl_ch_cg_epslim has to be above zero");
  for (const auto& state : deck.states)
    demand(state.density >= 1e-100 && state.density <= 1e100 && state.energy >= 1e-100 &&
               state.energy <= 1e100,
           "densities and energies have to lie between 1e-100 and 1e100");
  const double dx = (deck.xmax - deck.xmin) / cls.x_cells;
  const double dy = (deck.ymax - deck.ymin) / cls.y_cells;
  const double number = deck.timestep / (dx * dx) + deck.timestep / (dy * dy);
  demand(std::isfinite(number) && number < 1e12, "the time step is too long for such small cells");
}

}  // namespace

Deck read_deck(const std::string& text, const std::string& name, Tealeaf::Class& cls,
               std::vector<std::string>& warnings) {
  Deck deck;
  deck.name = name;
  cls.x_cells = cls.y_cells = 10;
  cls.solver = use_jacobi;
  cls.preconditioner = none;
  cls.digits = 0;
  cls.max_iters = 1000;
  cls.presteps = 25;
  int inner = -1;
  int end_step = 640000;
  deck::Keys keys("tl_");
  keys.number("xmin", deck.xmin).number("xmax", deck.xmax);
  keys.number("ymin", deck.ymin).number("ymax", deck.ymax);
  keys.integer("x_cells", cls.x_cells, 1, Tealeaf::most_cells)
      .integer("y_cells", cls.y_cells, 1, Tealeaf::most_cells);
  keys.number("initial_timestep", deck.timestep).number("end_time", deck.end_time);
  keys.integer("end_step", end_step, 1, 1000000);
  keys.flag("use_jacobi", cls.solver, use_jacobi).flag("use_cg", cls.solver, use_cg);
  keys.flag("use_chebyshev", cls.solver, use_chebyshev).flag("use_ppcg", cls.solver, use_ppcg);
  keys.integer("max_iters", cls.max_iters, 1, 10000000).number("eps", deck.eps);
  keys.choice("preconditioner_type", cls.preconditioner, {"none", "jac_diag", "jac_block"});
  keys.flag("coefficient_density", deck.inverse_density, 0);
  keys.flag("coefficient_inverse_density", deck.inverse_density, 1);
  keys.integer("ch_cg_presteps", cls.presteps, 2, 100000).number("ch_cg_epslim", deck.epslim);
  keys.integer("presteps", cls.presteps, 2, 100000).number("epslim", deck.epslim);
  keys.integer("ppcg_inner_steps", inner, -1, 10000);
  keys.integer("test_problem", deck.test_problem, 0, 1000000);
  keys.integer("halo_depth", deck.halo_depth, 1, 1000);
  for (const char* flag : {"ch_cg_errswitch", "errswitch", "check_result", "reflective_boundary",
                           "verbose_on", "profiler_on", "use_fortran_kernels", "use_c_kernels",
                           "use_ext_kernels", "use_c_kernels_only", "preconditioner_on"})
    keys.ignored(flag, false);
  for (const char* value :
       {"summary_frequency", "visit_frequency", "tiles_per_chunk", "tiles_per_task",
        "tiles_per_problem", "sub_tiles_per_tile", "num_chunks_per_rank"})
    keys.ignored(value, true);
  deck.states = deck::parse(text, "tea", name, keys, warnings);
  cls.inner = std::max(inner, 0);
  demand_sense(name, deck, cls);
  cls.steps = steps_of(deck, end_step);
  if (inner == 0) throw league::UsageError(name + ": tl_ppcg_inner_steps is -1, or 1 and more");
  if (deck.test_problem > 0) {
    cls.deck = &deck;
    const bool matches = published(cls).temperature > 0;
    cls.deck = nullptr;
    if (!matches)
      warnings.push_back(name + ": nothing is published for test_problem " +
                         std::to_string(deck.test_problem) +
                         " with this size, number of steps and states; residual and "
                         "conservation are checked");
  }
  return deck;
}

void demand_agreement(const Tealeaf::Class& cls) {
  const Deck& deck = deck_of(cls);
  deck::demand_domain(deck.name, cls.x_cells, cls.y_cells, deck.xmin, deck.xmax, deck.ymin,
                      deck.ymax);
  // The public programs stop at this, since they would exchange what blocks have not solved yet.
  if (deck.halo_depth > 1 && cls.preconditioner == jac_block)
    throw league::UsageError(deck.name + ": halo_depth has to be 1 with jac_block, not " +
                             std::to_string(deck.halo_depth));
}

const Deck& deck_of(const Tealeaf::Class& cls) {
  static const Deck walls = all_walls();
  static const Deck known = test_problems();
  if (cls.deck != nullptr) return *cls.deck;
  return cls.letter == 'S' ? walls : known;
}

void initial_state(const Tealeaf::Class& cls, double* density, double* u) {
  const Deck& deck = deck_of(cls);
  const double dx = (deck.xmax - deck.xmin) / cls.x_cells;
  const double dy = (deck.ymax - deck.ymin) / cls.y_cells;
  const auto cells = std::size_t(cls.x_cells) * std::size_t(cls.y_cells);
  std::fill_n(density, cells, deck.states[0].density);
  std::fill_n(u, cells, deck.states[0].density * deck.states[0].energy);
  for (std::size_t s = 1; s < deck.states.size(); ++s) {
    const deck::State state = deck::drawn_in(deck.states[s], dx, dy);
    for (int k = 0; k < cls.y_cells; ++k)
      for (int j = 0; j < cls.x_cells; ++j) {
        const double left = deck.xmin + dx * j;
        const double right = deck.xmin + dx * (j + 1);
        const double bottom = deck.ymin + dy * k;
        const double top = deck.ymin + dy * (k + 1);
        if (!deck::covers(state, left, right, bottom, top)) continue;
        const std::size_t c = std::size_t(k) * std::size_t(cls.x_cells) + std::size_t(j);
        density[c] = state.density;
        u[c] = state.density * state.energy;
      }
  }
}

Published published(const Tealeaf::Class& cls) {
  Published known;
  const bool square = cls.x_cells == cls.y_cells && is_test_problem(deck_of(cls));
  for (const Row& row : rows)
    if (square && row.cells == cls.x_cells && row.steps == cls.steps)
      known.temperature = row.temperature;
  if (const Iterations* row = row_of(cls))
    for (int s = 0; s < std::min(cls.steps, 20) && row->printed[std::size_t(s)] > 0; ++s)
      known.iterations.push_back(row->printed[std::size_t(s)]);
  return known;
}

Count known_iterations(const Tealeaf::Class& cls) {
  const Published known = published(cls);
  if (int(known.iterations.size()) < cls.steps) return {0, 0};
  Count count{0, 0};
  double polynomials = 0;  // one at the switch, and one in every iteration after it
  for (std::size_t s = 0; s < known.iterations.size(); ++s) {
    const int done = known.iterations[s] + 1;
    count.outer += done;
    polynomials += done - (s == 0 ? row_of(cls)->switched : 2) + 2;
  }
  if (cls.solver == use_ppcg) count.inner = polynomials * settings_of(cls).inner;
  return count;
}

Settings settings_of(const Tealeaf::Class& cls) {
  const Deck& deck = deck_of(cls);
  Settings settings{};
  settings.solver = cls.solver;
  settings.preconditioner = cls.preconditioner;
  settings.max_iters = cls.max_iters;
  settings.presteps = cls.presteps;
  const double cells = double(cls.x_cells) * cls.y_cells;
  settings.inner = cls.inner > 0 ? cls.inner : std::max(1, 4 * int(std::sqrt(std::sqrt(cells))));
  settings.epslim = deck.epslim;
  settings.eps = deck.eps;
  if (cls.deck == nullptr) settings.eps = own_eps(cls.solver);
  if (cls.digits > 0) settings.eps = std::pow(10.0, -cls.digits);
  return settings;
}

}  // namespace tea
