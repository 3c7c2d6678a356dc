// Laps by the clock of the host, for models whose runtime has no clock on the device.
#include "league/device.hpp"
#include "league/stopwatch.hpp"

static std::vector<long> moments;

void league::begin_laps() { moments.assign(1, now()); }

void league::end_lap() {
  device_synchronize();
  moments.push_back(now());
}

std::vector<long> league::laps_so_far() {
  std::vector<long> laps;
  for (std::size_t i = 1; i < moments.size(); ++i) laps.push_back(moments[i] - moments[i - 1]);
  return laps;
}
