// How a run goes from step to step, the same for every variant: the order of the phases and the
// names of their laps, the length of the next step, when it ends, what is handed in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cloverleaf.hpp"
#include "cloverleaf_parts.hpp"

namespace clover {

/// Time and step of a run.
class Progress {
 public:
  explicit Progress(const Cloverleaf::Class& cls) : cls_(cls), dt_(cls.initial_timestep) {}

  /// Begins a step no longer than `limit`; false if it would be too short to go on, or not a
  /// number.
  bool begin(double limit) {
    ++step_;
    dt_ = std::min({limit, dt_ * cls_.timestep_rise, cls_.max_timestep});
    constexpr double shortest = 1e-7;
    good_ = dt_ >= shortest;
    return good_;
  }

  /// Ends the step; the direction of the first sweep and the two states change places.
  void end() {
    time_ += dt_;
    set_ = 1 - set_;
  }

  double dt() const { return dt_; }
  int set() const { return set_; }
  bool x_first() const { return step_ % 2 == 1; }
  bool finished() const {
    return !good_ || step_ >= cls_.end_step || time_ + 1e-16 > cls_.end_time;
  }
  bool wants_summary() const {
    return finished() || (cls_.summary_every > 0 && step_ % cls_.summary_every == 0);
  }
  Summary label(const Share& sums) const {
    return {step_, time_, dt_, sums.volume, sums.mass, sums.internal, sums.kinetic, sums.pressure};
  }

 private:
  Cloverleaf::Class cls_;
  double dt_;
  double time_ = 0;
  int step_ = 0;
  int set_ = 0;
  bool good_ = true;
};

/// Laps and summaries of a run, where one thread makes all steps.
struct Log {
  league::Stopwatch& watch;
  std::vector<Summary>& summaries;

  void lap(const char* name) const { watch.lap(name); }
  void add(const Summary& summary) const { summaries.push_back(summary); }
};

/// The way back to the grid along an axis: the first or the second sweep of a step.
template <int axis, typename AnyLog>
void sweep(const Grid& g, double* f, int set, int number, const AnyLog& log) {
  advect_cells<axis>(g, f, set, number);
  log.lap("cell-advection");
  advect_momentum<axis>(g, f, set, number);
  log.lap("momentum-advection");
}

/// All steps of a run, from set 0 with its halo filled; returns the set that holds the end.
template <typename AnyLog>
int advance(const Cloverleaf::Class& cls, const Grid& g, double* f, const AnyLog& log) {
  Progress progress(cls);
  while (!progress.finished()) {
    const int set = progress.set();
    const bool goes_on = progress.begin(time_step(g, f, set));
    log.lap("time-step");
    if (!goes_on) break;
    lagrange(g, f, set, progress.dt());
    log.lap("lagrange");
    if (progress.x_first()) {
      sweep<0>(g, f, 1 - set, 1, log);
      sweep<1>(g, f, set, 2, log);
    } else {
      sweep<1>(g, f, 1 - set, 1, log);
      sweep<0>(g, f, set, 2, log);
    }
    progress.end();
    if (!progress.wants_summary()) continue;
    log.add(progress.label(field_summary(g, f, progress.set())));
    log.lap("summary");
  }
  return progress.set();
}

/// Into how many bands a run divides the rows: as asked, or one for each of so many threads.
inline int bands_of(const Cloverleaf::Class& cls, int threads) {
  return std::clamp(cls.bands > 0 ? cls.bands : threads, 1, cls.y_cells);
}

/// Hands in the state of that set, as it lies in the fields on the host.
inline void hand_in(Cloverleaf::Data<double>& data, int set) {
  const Grid& g = data.grid;
  double* to = data.answer.data();
  for (const int field : {density, energy, xvel, yvel}) {
    const int more = field == xvel || field == yvel ? 1 : 0;
    for (int k = 1; k <= g.ny + more; ++k)
      to = std::copy_n(&data.fields[std::size_t((field + set) * g.size + g.at(1, k))], g.nx + more,
                       to);
  }
}

}  // namespace clover
