// How a run goes from cycle to cycle, the same for every variant: the order of the phases and the
// names of their laps, the length of the next cycle, when the run ends, what is handed in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lulesh.hpp"
#include "lulesh_parts.hpp"

namespace lulesh {

/// Time and cycle of a run.
class Progress {
 public:
  explicit Progress(const Lulesh::Class& cls, double first_dt)
      : most_(cls.i), every_(cls.summary_every), dt_(first_dt) {}

  bool finished() const { return !good_ || cycle_ >= most_ || time_ >= end_time; }

  /// Begins a cycle: no longer than the limits allow, nor much longer than the last one.
  void begin() {
    constexpr double grow_from = 1.1;
    constexpr double grow_to = 1.2;
    double target = end_time - time_;
    if (cycle_ > 0) {
      double next = 1e20;
      if (courant_ < next) next = courant_ / 2;
      if (hydro_ < next) next = hydro_ * 2 / 3;
      const double ratio = next / dt_;
      if (ratio >= 1 && ratio < grow_from) next = dt_;
      if (ratio > grow_to) next = dt_ * grow_to;
      dt_ = std::min(next, end_time);
    }
    if (target > dt_ && target < 4 * dt_ / 3) target = 2 * dt_ / 3;  // no tiny last cycle
    dt_ = std::min(dt_, target);
    time_ += dt_;
    ++cycle_;
  }

  /// Ends it; a volume that is not positive, a viscosity beyond bounds or a time step that is
  /// next to nothing end the run.
  void end(const Limits& limits) {
    constexpr double q_stop = 1e12;
    constexpr double shortest = 1e-15;
    courant_ = std::sqrt(limits.crossing);
    hydro_ = limits.rate > 0 ? 0.1 / (limits.rate + 1e-20) : 1e20;
    good_ = limits.volume > 0 && limits.q <= q_stop && dt_ > shortest;
    if (every_ > 0 && cycle_ % every_ == 0)
      lines_.push_back({cycle_, time_, dt_, limits.q, limits.volume});
  }

  double dt() const { return dt_; }
  int cycle() const { return cycle_; }
  Outcome outcome() const { return {cycle_, time_, dt_, good_}; }
  const std::vector<Line>& lines() const { return lines_; }

 private:
  static constexpr double end_time = 0.01;
  int most_;
  int every_;
  int cycle_ = 0;
  double time_ = 0;
  double dt_;
  double courant_ = 1e20;
  double hydro_ = 1e20;
  bool good_ = true;
  std::vector<Line> lines_;
};

/// Runs an action that is not of the computation, such as noting a time.  A variant whose threads
/// all run the cycles has one that leaves it to one of them.
struct Directly {
  template <typename Action>
  void operator()(const Action& action) const {
    action();
  }
};

/// All cycles, phase after phase, with their laps.  Threads that call it together have Progress of
/// their own each, and a phase ends when all have come to its end.
template <typename Once = Directly>
void run_cycles(const Mesh& m, double* f, const int* lists, Progress& progress,
                league::Stopwatch& watch, const Once& once = {}) {
  const auto lap = [&](const char* name) { once([&] { watch.lap(name); }); };
  while (!progress.finished()) {
    progress.begin();
    const double dt = progress.dt();
    lagrange_nodal(m, f, lists, dt);
    lap("lagrange-nodal");
    lagrange_elements(m, f, lists, dt);
    lap("lagrange-elements");
    monotonic_q_gradients(m, f, lists);
    lap("q-gradients");
    monotonic_q_regions(m, f, lists);
    lap("q-regions");
    material(m, f, lists);
    lap("material");
    sound_speeds(m, f, lists);
    lap("sound-speed");
    progress.end(time_constraints(m, f, lists));
    lap("constraints");
  }
}

/// Hands in the state, as it lies in the fields on the host.
inline void hand_in(Lulesh::Data<double>& data, const Progress& progress) {
  const Mesh& m = data.mesh;
  double* to = data.answer.data();
  for (const ElementField field : {energy, pressure, viscosity, volume})
    to = std::copy_n(&data.fields[std::size_t(m.at(field))], m.elements, to);
  for (const NodeField field : {pos_x, pos_y, pos_z, vel_x, vel_y, vel_z})
    to = std::copy_n(&data.fields[std::size_t(m.at(field))], m.nodes, to);
  data.outcome = progress.outcome();
  data.lines = progress.lines();
}

}  // namespace lulesh
