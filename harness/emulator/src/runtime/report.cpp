#include "runtime/report.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace emu {
namespace {

std::vector<KernelTotals> kernel_totals(const Device& device) {
  std::vector<KernelTotals> all;
  for (const auto& [function, counts] : device.counts) all.push_back(totals(counts));
  std::sort(all.begin(), all.end(),
            [](const KernelTotals& a, const KernelTotals& b) { return a.kernel < b.kernel; });
  return all;
}

// Operations that a lane makes of an instruction: of floating-point numbers, and others; of packed
// numbers each is one.  A product of matrices is the work of all lanes together.
std::pair<double, double> operations(const Function& function, const Inst& inst) {
  const double parts = inst.kind <= Class::special ? inst.count : 1;
  switch (inst.kind) {
    case Class::tensor:
    case Class::matrix: {
      const Matrices& all = function.matrices[inst.e];
      return {2.0 * all.m * all.n * all.k / warp_lanes, 0};
    }
    case Class::fp64_fma:
    case Class::fp32_fma:
    case Class::fp16_fma:
      return {2 * parts, 0};
    case Class::integer:
    case Class::logic:
    case Class::compare:
      return {0, parts};
    case Class::atomic:
      return inst.real ? std::pair(parts, 0.0) : std::pair(0.0, parts);
    default:
      return {inst.kind <= Class::fp16_other || inst.kind == Class::special ? parts : 0, 0};
  }
}

// Whether each call is a division: GCC makes those of AMD's GPUs in functions of integers.
bool divides(const std::string& function) {
  return function == "__divsf3" || function == "__divdf3";
}

}  // namespace

std::array<double, 6> done_so_far(const Device& device) {
  constexpr double sector = 32;
  const HostCounts& host = device.host;
  std::array<double, 6> done{0, double(host.bytes_to_device), double(host.bytes_to_host), 0, 0, 0};
  for (const auto& [kernel, counts] : device.counts) {
    done[0] += double(counts.launches);
    done[5] += sector * double(counts.distinct.read + counts.distinct.written);
    for (const auto& [index, entries] : counts.functions) {
      const Function& function = kernel->program->functions[index];
      if (divides(function.name) && !entries.empty()) done[3] += double(entries[0].executed);
      for (std::size_t pc = 0; pc < entries.size(); ++pc) {
        const auto [real, other] = operations(function, function.code[pc]);
        done[3] += real * double(entries[pc].executed);
        done[4] += other * double(entries[pc].executed);
      }
    }
  }
  return done;
}

std::string counts_as_json(const Device& device) {
  const auto lines = [](const std::vector<Finding>& list) {
    std::vector<std::string> texts;
    for (const Finding& finding : list)
      texts.push_back(finding.text +
                      (finding.times > 1 ? " (" + std::to_string(finding.times) + " times)" : ""));
    return texts;
  };
  return counts_json(kernel_totals(device), device.host_so_far(), device.key(),
                     device.modules_kept(), lines(device.findings.list()),
                     lines(device.findings.known()));
}

void write_report(const Device& device) {
  const std::string& report = device.settings.report;
  const Findings& findings = device.findings;
  if (report == "text")
    std::fputs(counts_table(kernel_totals(device), device.host_so_far()).c_str(), stderr);
  if (device.settings.leaks)
    for (const std::string& leak : device.memory->leaks())
      std::fprintf(stderr, "gpu-emulator: leak: %s\n", leak.c_str());
  if (findings.count())
    std::fprintf(stderr, "gpu-emulator: %zu findings (%llu times)\n", findings.list().size(),
                 static_cast<unsigned long long>(findings.count()));
  if (report.empty() || report == "text") return;
  std::FILE* file = std::fopen(report.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "gpu-emulator: %s cannot be written\n", report.c_str());
    return;
  }
  std::fprintf(file, "%s\n", counts_as_json(device).c_str());
  std::fclose(file);
}

}  // namespace emu
