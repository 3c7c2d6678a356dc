// How a run goes from cycle to cycle: the length of the next one, when it ends, what is handed in.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lulesh.hpp"
#include "lulesh_body.hpp"

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
