#include "league/memory.hpp"

#include <cstdio>
#include <fstream>
#include <string>

#include "league/build_info.hpp"

namespace league {

std::size_t available_host_memory() {
  std::ifstream info("/proc/meminfo");
  std::string key;
  std::size_t kibibytes = 0;
  std::string unit;
  while (info >> key >> kibibytes) {
    if (key == "MemAvailable:") return kibibytes * 1024;
    std::getline(info, unit);
  }
  return 0;
}

std::string why_not_enough_memory(double resident, const Device& device) {
  const auto shortage = [](const char* where, double needed, double available) -> std::string {
    char text[160];
    std::snprintf(text, sizeof text,
                  "needs %.2f GiB on the %s, %.2f GiB are free; choose a smaller class",
                  needed / (1 << 30), where, available / (1 << 30));
    return text;
  };
  // The plug-in device keeps its copies in host memory too.
  const bool twice =
      build_info.offloads && build_info.device == "x86_64" && !build_info.shares_memory;
  const double on_host = twice ? 2 * resident : resident;
  const auto host = double(available_host_memory());
  if (host > 0 && on_host > host) return shortage("host", on_host, host);
  const auto on_device = double(device.memory);
  if (on_device > 0 && resident > on_device) return shortage("device", resident, on_device);
  return "";
}

}  // namespace league
