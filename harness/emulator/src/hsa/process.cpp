#include "hsa/process.hpp"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <set>

#include "runtime/report.hpp"
#include "runtime/transfers.hpp"

namespace emu {

Device& Device::get() { return hsa::Process::get(); }

}  // namespace emu

namespace emu::hsa {
namespace {

std::atomic<Process*> made{nullptr};

constexpr std::uint64_t most_scratch = std::uint64_t{64} << 20;  // of a launch

Status status_of(Fault fault) {
  switch (fault) {
    case Fault::out_of_bounds:
    case Fault::use_after_free:
    case Fault::misaligned:
    case Fault::constant_store:
      return memory_fault;
    case Fault::wrong_space:
      return aperture_violation;
    default:
      return exception;
  }
}

// What nobody waited for, and the report, when all of the program's own end is over.
__attribute__((destructor)) void end() {
  if (Process* const process = made) process->finish();
}

}  // namespace

Process& Process::get(bool of_gcc) {
  static Process* const process = [of_gcc] {
    auto* const one = new Process(card_from_environment(of_gcc));  // its threads never end
    made = one;
    return one;
  }();
  return *process;
}

Process::Process(const Card& named)
    : Device(settings_from_environment(named.memory_bytes)),
      card(named),
      host_memory(*this),
      signals([this](std::size_t bytes) {
        const std::lock_guard<std::recursive_mutex> guard(lock);
        return host_memory.allocate(bytes, Pool::host_fine);
      }),
      executables(*this, card.architecture),
      queues(*this),
      transfers(*this) {}

// Launches run one behind the other.
HostCounts Process::host_so_far() const {
  HostCounts all = host;
  all.waits += waits;
  for (const auto& [kernel, of_kernel] : counts) all.chain += of_kernel.launches;
  return all;
}

bool Process::fits(const Copy& copy) const {
  const auto good = [&](const void* pointer) {
    return !on_device(*this, pointer) || inside(*this, pointer, copy.row_bytes);
  };
  return copy.to && copy.from && good(copy.to) && good(copy.from);
}

void Process::copy(const Copy& one) {
  if (!fits(one)) return;  // it was freed since
  count(*this, one);
  perform(*this, one);
}

void Process::execute(amd::Dispatch& dispatch, QueueMemory& queue, const std::atomic<bool>& stop) {
  const Function& kernel = dispatch.code->kernel(dispatch.descriptor);
  KernelCounts& of_kernel = counts[&kernel];
  of_kernel.kernel = &kernel;
  of_kernel.registers = dispatch.code->registers(dispatch.descriptor);
  const std::uint32_t fitting =
      resident_groups(card, dispatch.waves_a_group(), of_kernel.registers, dispatch.shared_bytes);
  dispatch.resident =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(fitting, dispatch.groups()));
  const std::uint64_t of_all = dispatch.scratch_needed();
  if (of_all > most_scratch)  // fewer groups at once, as on a GPU
    dispatch.resident = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(1, most_scratch / (of_all / dispatch.resident)));
  const std::uint64_t needed = dispatch.scratch_needed();
  if (needed > queue.scratch_bytes) {
    if (queue.scratch) memory->release(queue.scratch);
    queue.scratch = memory->allocate(needed, "scratch");
    queue.scratch_bytes = queue.scratch ? needed : 0;
    if (!queue.scratch)
      throw Broken{out_of_resources, "kernel " + demangled(kernel.name) + ": no room for " +
                                         std::to_string(needed) + " bytes of scratch"};
  }
  dispatch.scratch = needed ? queue.scratch : 0;
  dispatch.scratch_bytes = needed ? queue.scratch_bytes : 0;
  if (options.counts && !beyond_) beyond_ = std::make_unique<Beyond>(card.l2_bytes);
  amd::execute(dispatch, {memory.get(), &findings, &of_kernel, beyond_.get(), options, &stop});
  if (!findings.fatal()) return;
  const Fault fault = findings.first_fatal();
  findings.forget_fatal();
  throw Broken{status_of(fault), ""};
}

void Process::failed() {
  signals.device_failed();
  const std::lock_guard<std::recursive_mutex> guard(lock);
  if (!reported_) write_report(*this);
  reported_ = true;
}

void Process::finish() {
  const std::uint64_t left = queues.settle();
  if (left)
    std::fprintf(stderr,
                 "gpu-emulator: %llu launches that the program waited for nowhere did not run\n",
                 static_cast<unsigned long long>(left));
  lock.lock();  // for good: what is still there of other threads touches nothing any more
  if (!reported_) write_report(*this);
  reported_ = true;
}

Status refused(Status status, const char* call, const std::string& why) {
  static std::mutex lock;
  static auto& told = *new std::set<std::string>;
  const std::string line = std::string(call) + ": " + why;
  const std::lock_guard<std::mutex> guard(lock);
  if (told.insert(line).second) std::fprintf(stderr, "gpu-emulator: %s\n", line.c_str());
  return status;
}

std::string in_hex(std::uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

}  // namespace emu::hsa
