// How a run goes from step to step: the length of the next one, when it ends, what is handed in.
#pragma once

#include <algorithm>
#include <cstddef>

#include "cloverleaf.hpp"
#include "cloverleaf_body.hpp"

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
