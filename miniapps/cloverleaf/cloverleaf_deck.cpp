#include "cloverleaf_deck.hpp"

#include "cloverleaf_published.hpp"

namespace clover {

Cloverleaf::Class read_deck(const std::string& text, const std::string& name,
                            std::vector<deck::State>& states, std::vector<std::string>& warnings) {
  Cloverleaf::Class cls{'X', 10, 10, 640000, 10.0, nullptr, 0};
  cls.xmax = cls.ymax = 100;
  cls.initial_timestep = 0.1;
  cls.max_timestep = 1.0;
  constexpr int most = 100000000;
  deck::Keys keys;
  keys.number("xmin", cls.xmin).number("xmax", cls.xmax);
  keys.number("ymin", cls.ymin).number("ymax", cls.ymax);
  keys.integer("x_cells", cls.x_cells, 2, 40000).integer("y_cells", cls.y_cells, 2, 40000);
  keys.number("initial_timestep", cls.initial_timestep).number("max_timestep", cls.max_timestep);
  keys.number("timestep_rise", cls.timestep_rise).number("end_time", cls.end_time);
  keys.integer("end_step", cls.end_step, 1, most);
  keys.integer("test_problem", cls.test_problem, 0, most);
  // Summaries and pictures are asked for on the command line.
  for (const char* value :
       {"summary_frequency", "visit_frequency", "tiles_per_chunk", "tiles_per_problem"})
    keys.ignored(value, true);
  for (const char* flag : {"profiler_on", "use_fortran_kernels", "use_c_kernels", "use_oa_kernels"})
    keys.ignored(flag, false);
  states = deck::parse(text, "clover", name, keys, warnings);
  cls.states = states.data();
  cls.state_count = int(states.size());
  deck::demand_domain(name, cls.x_cells, cls.y_cells, cls.xmin, cls.xmax, cls.ymin, cls.ymax);
  const auto demand = [&name](bool good, const char* what) {
    if (!good) throw league::UsageError(name + ": " + what);
  };
  demand(cls.initial_timestep > 0, "initial_timestep has to be above zero");
  demand(cls.max_timestep > 0, "max_timestep has to be above zero");
  demand(cls.timestep_rise > 0, "timestep_rise has to be above zero");
  demand(cls.end_time > 0, "end_time has to be above zero");
  const double width = (cls.xmax - cls.xmin) / cls.x_cells;
  const double height = (cls.ymax - cls.ymin) / cls.y_cells;
  demand(width > 1e-100 && height > 1e-100 && width < 1e100 && height < 1e100,
         "its cells are too small or too large for the arithmetic");
  if (cls.test_problem != 0) {
    const TestProblem* problem = test_problem(cls.test_problem);
    demand(problem != nullptr, "there is no test_problem of that number");
    const bool same = cls.x_cells == problem->x_cells && cls.y_cells == problem->y_cells;
    const bool turned = cls.x_cells == problem->y_cells && cls.y_cells == problem->x_cells;
    demand(same || turned, "test_problem belongs to a grid of another size");
  }
  return cls;
}

}  // namespace clover
