// Runs every region and writes, as one JSON object, what became of teams, parallel and simd.
// usage: probe [--record FILE]     appends to the file instead of printing
// exit: 0 done, 2 usage or the file cannot be written, 3 the regions ran on the host although there
// is a device, 77 no device

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "league/build_info.hpp"
#include "league/device.hpp"
#include "league/options.hpp"
#include "regions.hpp"

namespace {

/// Numbers of distinct executors of one region.
struct Shape {
  int entries = 0;           // iterations or executors that reported
  int teams_told = 0;        // omp_get_num_teams()
  int threads_told = 0;      // omp_get_num_threads(), largest
  int teams = 0;             // distinct teams that did work
  int threads_per_team = 0;  // most distinct threads in one team that did work
  int blocks = 0;            // distinct hardware blocks; 0 unknown
  int warps_per_block = 0;
  int lanes_per_warp = 0;
};

template <typename Key>
int most_per(const std::set<std::pair<Key, int>>& pairs) {
  int most = 0;
  int count = 0;
  const Key* last = nullptr;
  for (const auto& [key, value] : pairs) {
    count = last != nullptr && *last == key ? count + 1 : 1;
    last = &key;
    most = count > most ? count : most;
  }
  return most;
}

Shape shape_of(const std::vector<probe::Seen>& seen) {
  Shape shape;
  std::set<int> teams;
  std::set<int> blocks;
  std::set<std::pair<int, int>> threads;
  std::set<std::pair<int, int>> warps;
  std::set<std::pair<std::pair<int, int>, int>> lanes;
  for (const auto& who : seen) {
    if (who.team < 0) continue;
    ++shape.entries;
    shape.teams_told = who.teams;
    shape.threads_told = who.threads > shape.threads_told ? who.threads : shape.threads_told;
    teams.insert(who.team);
    threads.insert({who.team, who.thread});
    if (who.block < 0) continue;
    blocks.insert(who.block);
    warps.insert({who.block, who.warp});
    // Lanes that all did the same are one.
    const auto lane = std::find(std::begin(who.lanes), std::end(who.lanes), 1);
    lanes.insert({{who.block, who.warp}, static_cast<int>(lane - std::begin(who.lanes))});
  }
  shape.teams = static_cast<int>(teams.size());
  shape.threads_per_team = most_per(threads);
  shape.blocks = static_cast<int>(blocks.size());
  shape.warps_per_block = most_per(warps);
  shape.lanes_per_warp = most_per(lanes);
  return shape;
}

/// Lanes that added independently, from the ones that got lost beside the large number.
int lanes_of(float sum, float large) {
  const double lost = probe::terms - 1 - (double(sum) - double(large));
  return static_cast<int>(std::lround(probe::terms / (lost + 1)));
}

}  // namespace

int main(int argc, char** argv) {
  const bool to_file = argc == 3 && std::string(argv[1]) == "--record";
  if (argc != 1 && !to_file) {
    std::fprintf(stderr, "usage: probe [--record FILE]\n");
    return league::exit_usage;
  }
  const auto device = league::describe_device();
  const auto& build = league::build_info;
  if (device.count == 0) {
    std::fprintf(stderr, "probe: no device for this program\n");
    return league::exit_no_device;
  }
  if (!league::runs_on_device()) {
    std::fprintf(stderr, "probe: a device exists, but a target region ran on the host\n");
    return league::exit_ran_on_host;
  }

  std::string out = "{\"schema\":\"league-probe-1\",\"toolchain\":\"" +
                    std::string(build.toolchain) + "\",\"device\":\"" + std::string(build.device) +
                    "\",\"devices\":" + std::to_string(device.count) +
                    ",\"host_threads\":" + std::to_string(device.threads) + ",\"regions\":[";
  bool first = true;
  for (const auto& region : probe::regions()) {
    std::vector<probe::Seen> seen(probe::iterations);
    region.run(seen.data());
    const Shape s = shape_of(seen);
    const auto field = [](const char* name, int value) {
      return std::string(",\"") + name + "\":" + std::to_string(value);
    };
    out += std::string(first ? "" : ",") + "\n{\"nesting\":\"" + region.nesting +
           "\",\"clauses\":\"" + region.clauses + "\",\"complete\":" +
           (!region.has_loop || s.entries == probe::iterations ? "true" : "false") +
           field("teams_told", s.teams_told) + field("threads_told", s.threads_told) +
           field("teams", s.teams) + field("threads_per_team", s.threads_per_team) +
           field("blocks", s.blocks) + field("warps_per_block", s.warps_per_block) +
           field("lanes_per_warp", s.lanes_per_warp) + "}";
    first = false;
  }
  out += "],\n\"lanes\":[";
  const float large = 16777216;  // 2^24: the next float is two away
  std::vector<float> numbers(probe::terms, 1.0F);
  numbers[0] = large;
  first = true;
  for (const auto& sum : probe::lane_sums()) {
    out += std::string(first ? "" : ",") + "\n{\"nesting\":\"" + sum.nesting + "\",\"clauses\":\"" +
           sum.clauses +
           "\",\"lanes\":" + std::to_string(lanes_of(sum.run(numbers.data()), large)) + "}";
    first = false;
  }
  out += "]}\n";
  std::FILE* file = to_file ? std::fopen(argv[2], "a") : stdout;
  if (file == nullptr || std::fputs(out.c_str(), file) < 0 || std::fflush(file) != 0) {
    std::fprintf(stderr, "probe: error: cannot write '%s'\n", to_file ? argv[2] : "stdout");
    return league::exit_usage;
  }
  return league::exit_pass;
}
