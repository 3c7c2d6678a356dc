// Where code of the executable's programming model runs.  Each model's adapter defines these.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace league {

/// What the model's runtime offers.
struct Device {
  int count = 0;           ///< devices besides the host
  int threads = 0;         ///< host threads the runtime would use; 0 if it has none
  std::size_t memory = 0;  ///< bytes free on the default device; 0 if unknown
  std::string name;        ///< as the driver calls it; empty if unknown
};

/// Ask the runtime.  Must not need a device.
Device describe_device();

/// Run a small region of this model on the default device and ask it whether it left the host.
bool runs_on_device();

/// Teams of a region, and threads in each; host code is one team.
struct Shape {
  int teams = 1;
  int threads = 1;
};

/// What a region gets that asks for nothing itself, of threads the least that a team gets; nothing
/// where the model has no such regions.
std::optional<Shape> shape_got();

/// Wait for everything that was started on the device.
void device_synchronize();

/// Laps of a compute phase, one after the other.  The device notes when it is done with all that
/// was started before, if its runtime can do that; else ending a lap waits for it.
void begin_laps();
void end_lap();

/// How long each lap took since begin_laps(), in nanoseconds, once the device was waited for.
std::vector<long> laps_so_far();

}  // namespace league
