// The least work an algorithm needs: a model, the same for every variant of a benchmark.
#pragma once

#include <string_view>

namespace league {

/// Least work of one run, and what it keeps in memory.  Used for rates, rooflines and for refusing
/// a class that does not fit; measured traffic is something else.
struct Work {
  double flops = 0;  ///< floating-point operations
  double bytes = 0;  ///< main-memory traffic in bytes, with perfect caches
  /// Bytes of host data that a run keeps; a device with its own memory holds as many.
  double resident = 0;
  double merit = 0;             ///< what the benchmark's own figure of merit counts; 0: it has none
  std::string_view merit_unit;  ///< name of that unit, as "Mop" or "cell-steps"
  bool compares = false;        ///< flops are operations of integers, or comparisons

  /// The same per step, `factor` times as many steps; what is resident stays.
  Work times(double factor) const {
    return {flops * factor, bytes * factor, resident, merit * factor, merit_unit, compares};
  }
};

}  // namespace league
