// A model the tests can steer, and the facts CMake would write for an executable.
#include "fake_model.hpp"

#include <thread>

#include "league/build_info.hpp"
#include "league/device.hpp"
#include "league/motion.hpp"

// NOLINTNEXTLINE(bugprone-throwing-static-initialization): a test may stop before it begins
league::Device fake::device = {1, 2, 0, "fake"};
bool fake::on_device = true;
std::optional<league::Shape> fake::shape;
std::optional<league::Motion> fake::motion;
int fake::synchronized = 0;
std::vector<long> fake::laps;
// NOLINTNEXTLINE(bugprone-throwing-static-initialization): its constructor throws nothing
std::chrono::nanoseconds fake::wait{0};

league::Device league::describe_device() { return fake::device; }
bool league::runs_on_device() {
  if (fake::motion) ++fake::motion->launches;
  return fake::on_device;
}
std::optional<league::Shape> league::shape_got() { return fake::shape; }
void league::device_synchronize() {
  ++fake::synchronized;
  if (fake::wait.count() > 0) std::this_thread::sleep_for(fake::wait);
}
namespace league {
std::vector<long> host_laps_so_far();  // laps_so_far() of host_laps.cpp, by another name
}
std::vector<long> league::laps_so_far() {
  return fake::laps.empty() ? host_laps_so_far() : fake::laps;
}
std::optional<league::Motion> league::motion_so_far() { return fake::motion; }

const league::BuildInfo league::build_info = {"kernels", "target-fake", "target", true,  false,
                                              "none",    "x86_64",      "Fake",   "1.0", "-O\"2\""};
