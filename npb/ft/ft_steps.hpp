// The order of the phases and the names of their laps, the same for every variant.
#pragma once

#include <cstddef>

#include "ft.hpp"
#include "ft_body.hpp"

namespace ft {

/// Runs the phases of a variant on its state, once without the clock and once with it, and notes
/// the checksums.  checksum() returns the sum of the samples, not divided by the number of points
/// yet.
template <typename State>
void run_phases(const Ft::Class& cls, Ft::Data<double>& data, league::Stopwatch& watch,
                State& state, void (*set_up)(State&), void (*forward)(State&),
                void (*backward)(State&, int step), Complex (*checksum)(const State&)) {
  set_up(state);  // untimed, as the rules have it: the set-up and a transform each way
  forward(state);
  backward(state, 0);

  watch.start();
  set_up(state);
  watch.lap("setup");
  forward(state);
  watch.lap("forward");
  for (int step = 0; step < cls.niter; ++step) {
    backward(state, step);
    watch.lap("backward");
    const Complex sum = checksum(state);
    data.checksum[2 * std::size_t(step)] = sum.re / double(cls.points());
    data.checksum[2 * std::size_t(step) + 1] = sum.im / double(cls.points());
    watch.lap("checksum");
  }
  watch.stop();
}

}  // namespace ft
