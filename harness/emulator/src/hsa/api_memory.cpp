// Memory: pools and regions, copies and fills, what an address is.
#include <cstring>

#include "hsa/info.hpp"
#include "hsa/process.hpp"

using namespace emu;
using namespace emu::hsa;

namespace {

using PoolCallback = Status (*)(Pool, void*);

constexpr std::uint64_t page = 4096, piece_of_device = 256;

enum class PoolInfo : std::uint32_t {
  segment = 0,
  flags = 1,
  bytes = 2,
  most_bytes_old = 4,  // of regions
  may_allocate = 5,
  granule = 6,
  alignment = 7,
  by_all = 15,
  most_bytes = 16
};

bool is_pool(Pool pool) { return pool >= Pool::host_fine && pool <= Pool::group; }

std::uint32_t flags_of(Pool pool) {
  switch (pool) {
    case Pool::host_fine:
      return fine_grained;
    case Pool::host_arguments:
      return for_arguments | fine_grained;
    case Pool::group:
      return 0;
    default:
      return coarse_grained;
  }
}

Status pool_info(Process& process, const char* name, Pool pool, std::uint32_t what, void* value) {
  const bool device = pool == Pool::device, group = pool == Pool::group;
  const std::uint64_t bytes = group ? lds_bytes : process.memory->capacity();
  if (!value) return invalid_argument;
  switch (static_cast<PoolInfo>(what)) {
    case PoolInfo::segment:
      return put(value, group ? group_segment : global_segment);
    case PoolInfo::flags:
      return put(value, flags_of(pool));
    case PoolInfo::bytes:
    case PoolInfo::most_bytes:
    case PoolInfo::most_bytes_old:
      return put(value, bytes);
    case PoolInfo::may_allocate:
      return put(value, !group);
    case PoolInfo::granule:
    case PoolInfo::alignment:
      return put(value, group ? 0 : device ? piece_of_device : page);
    case PoolInfo::by_all:
      return put(value, !device && !group);
  }
  return refused(invalid_argument, name, "attribute " + in_hex(what) + " is not there");
}

Status iterate(const char* name, Handle agent, PoolCallback callback, void* data,
               std::initializer_list<Pool> of_host, std::initializer_list<Pool> of_device) {
  return call(name, [&](Process&) {
    if (!is_agent(agent)) return refused(invalid_agent, name, "no agent " + in_hex(agent.handle));
    if (!callback) return invalid_argument;
    for (const Pool pool : is_gpu(agent) ? of_device : of_host)
      if (const Status status = callback(pool, data)) return status;
    return ok;
  });
}

Status allocate(const char* name, Pool pool, Status no_pool, std::size_t bytes, void** memory) {
  return device_call(name, [&](Process& process) {
    if (!is_pool(pool))
      return refused(no_pool, name, "no pool " + in_hex(static_cast<std::uint64_t>(pool)));
    if (pool == Pool::group) return refused(invalid_allocation, name, "LDS is given by launches");
    if (!memory || bytes == 0) return invalid_argument;
    void* const given = pool == Pool::device ? reinterpret_cast<void*>(process.memory->allocate(
                                                   bytes, "'" + std::string(name) + "'"))
                                             : process.host_memory.allocate(bytes, pool);
    if (!given)
      return refused(out_of_resources, name, "no room for " + std::to_string(bytes) + " bytes");
    *memory = given;
    return ok;
  });
}

Status release(const char* name, void* memory) {
  return device_call(name, [&](Process& process) {
    if (!memory) return ok;
    const bool done = on_device(process, memory) ? process.memory->release(number(memory))
                                                 : process.host_memory.release(memory);
    return done ? ok
                : refused(invalid_allocation, name,
                          "nothing that is allocated begins at " + in_hex(number(memory)));
  });
}

// What is wrong with a copy, for people; empty: nothing.
std::string wrong_with(const Process& process, const Copy& copy) {
  if (process.fits(copy)) return "";
  const auto side = [&](const char* what, const void* at) {
    const bool bad = !at || (on_device(process, at) && !inside(process, at, copy.row_bytes));
    return bad ? std::string(what) + " " + std::to_string(copy.row_bytes) + " bytes at " +
                     in_hex(number(at)) + ", " + process.memory->describe(number(at))
               : "";
  };
  const std::string to = side("to", copy.to);
  return to.empty() ? side("from", copy.from) : to;
}

}  // namespace

EMU_API Status hsa_amd_agent_iterate_memory_pools(Handle agent, PoolCallback callback, void* data) {
  return iterate("hsa_amd_agent_iterate_memory_pools", agent, callback, data,
                 {Pool::host_fine, Pool::host_arguments, Pool::host_coarse},
                 {Pool::device, Pool::group});
}
EMU_API Status hsa_agent_iterate_regions(Handle agent, PoolCallback callback, void* data) {
  return iterate("hsa_agent_iterate_regions", agent, callback, data,
                 {Pool::host_fine, Pool::host_arguments},
                 {Pool::host_arguments, Pool::device, Pool::group});
}
EMU_API Status hsa_amd_memory_pool_get_info(Pool pool, std::uint32_t what, void* value) {
  constexpr const char* name = "hsa_amd_memory_pool_get_info";
  return call(name, [&](Process& process) {
    if (!is_pool(pool))
      return refused(invalid_memory_pool, name,
                     "no pool " + in_hex(static_cast<std::uint64_t>(pool)));
    return pool_info(process, name, pool, what, value);
  });
}
EMU_API Status hsa_region_get_info(Pool region, std::uint32_t what, void* value) {
  constexpr const char* name = "hsa_region_get_info";
  return call(name, [&](Process& process) {
    if (!is_pool(region))
      return refused(invalid_region, name,
                     "no region " + in_hex(static_cast<std::uint64_t>(region)));
    return pool_info(process, name, region, what, value);
  });
}
EMU_API Status hsa_amd_agent_memory_pool_get_info(Handle agent, Pool pool, std::uint32_t what,
                                                  void* value) {
  constexpr const char* name = "hsa_amd_agent_memory_pool_get_info";
  constexpr std::uint32_t access = 0, hops = 1;
  constexpr std::uint32_t never = 0, by_default = 1, when_asked = 2;
  return call(name, [&](Process&) {
    if (!is_agent(agent)) return refused(invalid_agent, name, "no agent " + in_hex(agent.handle));
    if (!is_pool(pool))
      return refused(invalid_memory_pool, name,
                     "no pool " + in_hex(static_cast<std::uint64_t>(pool)));
    if (!value) return invalid_argument;
    const bool of_device = pool == Pool::device || pool == Pool::group;
    const bool own = is_gpu(agent) == of_device;
    if (what == access) return put(value, own ? by_default : of_device ? never : when_asked);
    if (what == hops) return put(value, std::uint32_t{own ? 0u : 1u});
    return refused(invalid_argument, name, "attribute " + in_hex(what) + " is not there");
  });
}

EMU_API Status hsa_amd_memory_pool_allocate(Pool pool, std::size_t bytes, std::uint32_t,
                                            void** memory) {
  return allocate("hsa_amd_memory_pool_allocate", pool, invalid_memory_pool, bytes, memory);
}
EMU_API Status hsa_memory_allocate(Pool region, std::size_t bytes, void** memory) {
  return allocate("hsa_memory_allocate", region, invalid_region, bytes, memory);
}
EMU_API Status hsa_amd_memory_pool_free(void* memory) {
  return release("hsa_amd_memory_pool_free", memory);
}
EMU_API Status hsa_memory_free(void* memory) { return release("hsa_memory_free", memory); }

EMU_API Status hsa_memory_assign_agent(void*, Handle agent, std::uint32_t) {
  constexpr const char* name = "hsa_memory_assign_agent";
  return call(name, [&](Process&) {
    return is_agent(agent) ? ok : refused(invalid_agent, name, "no agent " + in_hex(agent.handle));
  });
}
EMU_API Status hsa_amd_agents_allow_access(std::uint32_t count, const Handle* agents,
                                           const std::uint32_t*, const void* memory) {
  constexpr const char* name = "hsa_amd_agents_allow_access";
  return device_call(name, [&](Process& process) {
    if (!count || !agents) return invalid_argument;
    for (std::uint32_t i = 0; i < count; ++i)
      if (!is_agent(agents[i]))
        return refused(invalid_agent, name, "no agent " + in_hex(agents[i].handle));
    const bool there =
        process.memory->start_of(number(memory)) || process.host_memory.at(number(memory));
    return there ? ok
                 : refused(invalid_argument, name,
                           in_hex(number(memory)) + " is in nothing that is allocated");
  });
}

EMU_API Status hsa_amd_memory_lock(void* memory, std::size_t bytes, Handle*, int,
                                   void** for_device) {
  return device_call("hsa_amd_memory_lock", [&](Process& process) {
    if (!memory || !bytes || !for_device) return invalid_argument;
    if (on_device(process, memory))
      return refused(invalid_argument, "hsa_amd_memory_lock",
                     in_hex(number(memory)) + " is memory of the device");
    const HostMemory::Piece* const piece = process.host_memory.at(number(memory));
    if (!piece || piece->locks) process.host_memory.lock(memory, bytes);
    *for_device = memory;
    return ok;
  });
}
EMU_API Status hsa_amd_memory_unlock(void* memory) {
  return device_call("hsa_amd_memory_unlock", [&](Process& process) {
    const HostMemory::Piece* const piece = process.host_memory.at(number(memory));
    if (piece && !piece->locks) return ok;  // of a pool
    return process.host_memory.unlock(memory)
               ? ok
               : refused(invalid_argument, "hsa_amd_memory_unlock",
                         "nothing that is locked begins at " + in_hex(number(memory)));
  });
}

EMU_API Status hsa_memory_copy(void* to, const void* from, std::size_t bytes) {
  return device_call("hsa_memory_copy", [&](Process& process) {
    if (bytes == 0) return ok;
    const Copy copy = plain(to, from, bytes);
    const std::string wrong = wrong_with(process, copy);
    if (!wrong.empty()) return refused(invalid_argument, "hsa_memory_copy", wrong);
    process.copy(copy);
    ++process.host.waits;
    return ok;
  });
}

EMU_API Status hsa_amd_memory_async_copy(void* to, Handle to_agent, const void* from,
                                         Handle from_agent, std::size_t bytes, std::uint32_t count,
                                         const Handle* signals, Handle done) {
  constexpr const char* name = "hsa_amd_memory_async_copy";
  return device_call(name, [&](Process& process) {
    if (!is_agent(to_agent) || !is_agent(from_agent))
      return refused(
          invalid_agent, name,
          "no agent " + in_hex(is_agent(to_agent) ? from_agent.handle : to_agent.handle));
    if (count && !signals) return invalid_argument;
    std::vector<std::uint64_t> after;
    for (std::uint32_t i = 0; i < count; ++i) after.push_back(signals[i].handle);
    if (done.handle && !process.signals.known(done.handle))
      return refused(invalid_signal, name, "no signal " + in_hex(done.handle));
    for (const std::uint64_t one : after)
      if (!process.signals.known(one))
        return refused(invalid_signal, name, "no signal " + in_hex(one));
    const Copy copy = plain(to, from, bytes);
    const std::string wrong = bytes ? wrong_with(process, copy) : "";
    if (!wrong.empty()) return refused(invalid_argument, name, wrong);
    process.transfers.queue(copy, std::move(after), done.handle);
    return ok;
  });
}

EMU_API Status hsa_amd_memory_fill(void* memory, std::uint32_t value, std::size_t count) {
  constexpr const char* name = "hsa_amd_memory_fill";
  constexpr unsigned word = 4;
  return device_call(name, [&](Process& process) {
    if (number(memory) % word) return invalid_argument;
    if (count == 0) return ok;
    const std::size_t bytes = count > DeviceMemory::span ? count : count * word;
    const Fill fill{memory, value, word, bytes, bytes, 1};
    if (!inside(process, memory, bytes) && !process.memory->shared_with_host(number(memory), bytes))
      return refused(invalid_argument, name,
                     std::to_string(bytes) + " bytes at " + in_hex(number(memory)) +
                         " are in nothing that is allocated");
    emu::count(process, fill);
    perform(process, fill);
    return ok;
  });
}

EMU_API Status hsa_amd_pointer_info(const void* pointer, PointerInfo* info,
                                    void* (*allocate)(std::size_t), std::uint32_t* count,
                                    Handle** accessible) {
  return device_call("hsa_amd_pointer_info", [&](Process& process) {
    if (!pointer || !info || info->size == 0 ||
        ((count || accessible) && !(allocate && count && accessible)))
      return invalid_argument;
    PointerInfo told = {};
    told.size = std::min<std::uint32_t>(info->size, sizeof told);
    const auto* const piece = process.host_memory.at(number(pointer));
    if (const std::uint64_t start = process.memory->start_of(number(pointer))) {
      told.type = hsa_pointer;
      told.agent_base = reinterpret_cast<void*>(start);
      told.bytes = process.memory->bytes_at(start);
      told.owner = gpu_agent;
      told.global_flags = coarse_grained;
    } else if (piece) {
      told.type = piece->locks ? locked_pointer : hsa_pointer;
      told.agent_base = told.host_base = reinterpret_cast<void*>(piece->begin);
      told.bytes = piece->bytes;
      told.owner = cpu_agent;
      told.global_flags = flags_of(piece->pool);
    }
    std::memcpy(info, &told, told.size);
    if (!accessible) return ok;
    *count = told.type == unknown_pointer ? 0 : piece ? 2 : 1;
    *accessible = *count ? static_cast<Handle*>(allocate(*count * sizeof(Handle))) : nullptr;
    if (*count && !*accessible) return out_of_resources;
    if (*count) (*accessible)[0] = gpu_agent;
    if (*count > 1) (*accessible)[1] = cpu_agent;
    return ok;
  });
}
