// The system, its agents and their instruction sets.
#include <dlfcn.h>

#include <cstring>

#include "hsa/info.hpp"
#include "hsa/process.hpp"

using namespace emu;
using namespace emu::hsa;

namespace {

using AgentCallback = Status (*)(Handle, void*);

constexpr std::uint16_t version_major = 1, version_minor = 1;
constexpr std::uint64_t device_clock = 100'000'000;  // Hz, of what s_memrealtime reads

// GCC's runtime knows other GPUs than LLVM's code is for.
bool of_gcc(const void* caller) {
  Dl_info from;
  return dladdr(caller, &from) && from.dli_fname && std::strstr(from.dli_fname, "libgomp");
}

enum class SystemInfo : std::uint32_t {
  major = 0,
  minor = 1,
  timestamp = 2,
  timestamps_a_second = 3,
  longest_wait = 4,
  big_endian = 5,
  machine_model = 6,
  extensions = 7,
  svm_supported = 0x201,
  svm_by_default = 0x202
};

enum class AgentInfo : std::uint32_t {
  name = 0,
  vendor = 1,
  features = 2,
  machine_model = 3,
  profile = 4,
  rounding = 5,
  wave = 6,
  group_dimensions = 7,
  group_size = 8,
  grid_dimensions = 9,
  grid_size = 10,
  fbarriers = 11,
  queues = 12,
  least_packets = 13,
  most_packets = 14,
  queue_type = 15,
  node = 16,
  kind = 17,
  caches = 18,
  isa = 19,
  extensions = 20,
  major = 21,
  minor = 22,
  rounding_modes = 23,
  fast_half = 24,
  cache_line = 0xA001,
  compute_units = 0xA002,
  clock = 0xA003,
  driver_node = 0xA004,
  bus = 0xA006,
  product = 0xA009,
  waves_a_unit = 0xA00A,
  simds_a_unit = 0xA00B,
  engines = 0xA00C,
  domain = 0xA00F,
  cooperative_queues = 0xA010,
  uuid = 0xA011,
  revision = 0xA012,
  device_clock = 0xA016
};

Status of_gpu(const Card& card, AgentInfo what, void* value) {
  constexpr std::uint32_t cache_bytes = 16 << 10;
  switch (what) {
    case AgentInfo::name:
      return put_text(value, std::string(name_of(card.architecture)), 64);
    case AgentInfo::vendor:
      return put_text(value, "AMD", 64);
    case AgentInfo::features:  // runs kernels
    case AgentInfo::kind:      // a GPU
    case AgentInfo::node:
    case AgentInfo::driver_node:
      return put(value, std::uint32_t{1});
    case AgentInfo::profile:  // base
      return put(value, std::uint32_t{0});
    case AgentInfo::wave:
      return put(value, lanes_a_wave);
    case AgentInfo::queues:
      return put(value, std::uint32_t{128});
    case AgentInfo::caches: {
      const std::uint32_t bytes[4] = {cache_bytes, static_cast<std::uint32_t>(card.l2_bytes), 0, 0};
      return put(value, bytes);
    }
    case AgentInfo::isa:
      return put(value, gpu_isa);
    case AgentInfo::compute_units:
      return put(value, card.compute_units);
    case AgentInfo::clock:
      return put(value, card.clock_mhz);
    case AgentInfo::product:
      return put_text(value, card.name, 64);
    case AgentInfo::waves_a_unit:
      return put(value, card.waves_a_simd * emu::hsa::simds_a_unit);
    case AgentInfo::simds_a_unit:
      return put(value, emu::hsa::simds_a_unit);
    case AgentInfo::uuid:
      return put_text(value, std::string("GPU-emulated-") + card.key, 21);
    case AgentInfo::device_clock:
      return put(value, ::device_clock);
    default:
      return invalid_argument;
  }
}

Status of_cpu(AgentInfo what, void* value) {
  switch (what) {
    case AgentInfo::name:
    case AgentInfo::product:
      return put_text(value, "host", 64);
    case AgentInfo::vendor:
      return put_text(value, "CPU", 64);
    case AgentInfo::profile:  // full
    case AgentInfo::compute_units:
      return put(value, std::uint32_t{1});
    case AgentInfo::caches: {
      const std::uint32_t none[4] = {};
      return put(value, none);
    }
    case AgentInfo::isa:
      return put(value, Handle{0});
    case AgentInfo::uuid:
      return put_text(value, "CPU-XX", 21);
    case AgentInfo::features:
    case AgentInfo::kind:
    case AgentInfo::node:
    case AgentInfo::driver_node:
    case AgentInfo::wave:
    case AgentInfo::queues:
    case AgentInfo::clock:
    case AgentInfo::waves_a_unit:
    case AgentInfo::simds_a_unit:
      return put(value, std::uint32_t{0});
    default:
      return invalid_argument;
  }
}

// What is the same for both.
Status of_any(AgentInfo what, void* value) {
  switch (what) {
    case AgentInfo::machine_model:  // 64 bits
    case AgentInfo::engines:
      return put(value, std::uint32_t{1});
    case AgentInfo::rounding:
    case AgentInfo::rounding_modes:  // to the nearest
      return put(value, std::uint32_t{2});
    case AgentInfo::group_dimensions: {
      const std::uint16_t most[3] = {most_work_items, most_work_items, most_work_items};
      return put(value, most);
    }
    case AgentInfo::group_size:
      return put(value, most_work_items);
    case AgentInfo::grid_dimensions: {
      const std::uint32_t most[3] = {0x7fffffff, 0x7fffffff, 0x7fffffff};
      return put(value, most);
    }
    case AgentInfo::grid_size:
      return put(value, std::uint32_t{0xffffffff});
    case AgentInfo::fbarriers:
      return put(value, std::uint32_t{32});
    case AgentInfo::least_packets:
      return put(value, std::uint32_t{1});
    case AgentInfo::most_packets:
      return put(value, Queues::most_packets);
    case AgentInfo::queue_type:  // several threads may write packets
    case AgentInfo::bus:
    case AgentInfo::domain:
    case AgentInfo::revision:
      return put(value, std::uint32_t{0});
    case AgentInfo::extensions: {
      const std::uint8_t none[128] = {};
      return put(value, none);
    }
    case AgentInfo::major:
      return put(value, version_major);
    case AgentInfo::minor:
      return put(value, version_minor);
    case AgentInfo::fast_half:
      return put(value, true);
    case AgentInfo::cooperative_queues:
      return put(value, false);
    case AgentInfo::cache_line:
      return put(value, std::uint32_t{64});
    default:
      return invalid_argument;
  }
}

}  // namespace

EMU_API Status hsa_init() {
  Process& process = Process::get(of_gcc(__builtin_return_address(0)));
  ++process.users;
  return ok;
}

EMU_API Status hsa_shut_down() {
  return call("hsa_shut_down", [](Process& process) {
    --process.users;
    return ok;
  });
}

EMU_API Status hsa_system_get_info(std::uint32_t what, void* value) {
  return call("hsa_system_get_info", [&](Process&) {
    if (!value) return invalid_argument;
    switch (static_cast<SystemInfo>(what)) {
      case SystemInfo::major:
        return put(value, version_major);
      case SystemInfo::minor:
        return put(value, version_minor);
      case SystemInfo::timestamp:
        return put(value, now());
      case SystemInfo::timestamps_a_second:
        return put(value, std::uint64_t{1'000'000'000});
      case SystemInfo::longest_wait:
        return put(value, for_ever);
      case SystemInfo::big_endian:
        return put(value, std::uint32_t{0});
      case SystemInfo::machine_model:
        return put(value, std::uint32_t{1});
      case SystemInfo::extensions: {
        const std::uint8_t none[128] = {};
        return put(value, none);
      }
      case SystemInfo::svm_supported:
      case SystemInfo::svm_by_default:
        return put(value, false);
    }
    return refused(invalid_argument, "hsa_system_get_info",
                   "attribute " + in_hex(what) + " is not there");
  });
}

EMU_API Status hsa_iterate_agents(AgentCallback callback, void* data) {
  return call("hsa_iterate_agents", [&](Process&) {
    if (!callback) return invalid_argument;
    const Status status = callback(cpu_agent, data);
    return status == ok ? callback(gpu_agent, data) : status;
  });
}

EMU_API Status hsa_agent_get_info(Handle agent, std::uint32_t what, void* value) {
  return call("hsa_agent_get_info", [&](Process& process) {
    if (!is_agent(agent))
      return refused(invalid_agent, "hsa_agent_get_info", "no agent " + in_hex(agent.handle));
    if (!value) return invalid_argument;
    const auto info = static_cast<AgentInfo>(what);
    Status status = is_gpu(agent) ? of_gpu(process.card, info, value) : of_cpu(info, value);
    if (status != ok) status = of_any(info, value);
    return status == ok ? ok
                        : refused(invalid_argument, "hsa_agent_get_info",
                                  "attribute " + in_hex(what) + " is not there");
  });
}

EMU_API Status hsa_agent_iterate_isas(Handle agent, AgentCallback callback, void* data) {
  return call("hsa_agent_iterate_isas", [&](Process&) {
    if (!is_agent(agent))
      return refused(invalid_agent, "hsa_agent_iterate_isas", "no agent " + in_hex(agent.handle));
    if (!callback) return invalid_argument;
    return is_gpu(agent) ? callback(gpu_isa, data) : ok;
  });
}

EMU_API Status hsa_isa_get_info_alt(Handle isa, std::uint32_t what, void* value) {
  return call("hsa_isa_get_info_alt", [&](Process& process) {
    constexpr std::uint32_t length = 0, name = 1;
    if (isa.handle != gpu_isa.handle)
      return refused(invalid_isa, "hsa_isa_get_info_alt",
                     "no instruction set " + in_hex(isa.handle));
    if (!value) return invalid_argument;
    const std::string text = process.card.isa();
    if (what == length) return put(value, static_cast<std::uint32_t>(text.size() + 1));
    if (what == name) return put_text(value, text, text.size() + 1);
    return refused(invalid_argument, "hsa_isa_get_info_alt",
                   "attribute " + in_hex(what) + " is not there");
  });
}

EMU_API Status hsa_amd_register_system_event_handler(void*, void*) {
  return call("hsa_amd_register_system_event_handler",
              [](Process&) { return ok; });  // what goes wrong goes to the queue's handler
}
