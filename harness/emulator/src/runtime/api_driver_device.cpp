// Driver: start, devices, contexts, errors.
#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "runtime/driver.hpp"

using namespace emu;

EMU_API int cudaDeviceGetAttribute(int* value, int which, int device);
EMU_API int cudaMemGetInfo(std::size_t* available, std::size_t* total);
EMU_API int cudaDeviceSynchronize();

namespace emu {
namespace {

bool started = false;
int primary_users[most_devices];  // of each device's primary context, whose handle is the address
// None of these is ever destroyed: runtimes tidy up after static destructors.
auto& made = *new std::map<void*, int>;  // contexts of cuCtxCreate: their devices
auto& limits = *new std::map<int, std::size_t>{{0, 1024}, {1, 1 << 20}, {2, 8 << 20}};

constexpr int driver_version = 13000;
constexpr int already_enabled = 704;
constexpr int unsupported_limit = 215;

bool known(int device) { return device >= 0 && device < Context::get().devices; }

/// An entry that asks of a device.
template <typename F>
int of_device(int device, F body) {
  return driver(Needs::initialised, [&](Context& context) {
    return known(device) ? static_cast<int>(body(context)) : invalid_device;
  });
}

/// The device whose primary context this is, or -1.
int primary_of(const void* context) {
  for (int device = 0; device < most_devices; ++device)
    if (context == &primary_users[device]) return device;
  return -1;
}

bool exists(void* context) {
  const int device = primary_of(context);
  return device < 0 ? made.count(context) > 0 : primary_users[device] > 0;
}

int destroy(void* context) {
  const auto place = made.find(context);
  if (place == made.end()) return invalid_context;
  Context::get().streams.finish_all();
  auto& current = current_contexts();
  current.erase(std::remove(current.begin(), current.end(), context), current.end());
  delete static_cast<char*>(context);
  made.erase(place);
  return success;
}

}  // namespace

std::vector<void*>& current_contexts() {
  thread_local auto* const contexts = new std::vector<void*>;
  return *contexts;
}
bool driver_initialised() { return started; }

void use_primary_context() {
  auto& current = current_contexts();
  if (!current.empty()) return;
  static bool held = false;  // by the runtime
  started = true;
  primary_users[0] += !held;
  held = true;
  current.push_back(&primary_users[0]);
}

int driver_error(int error) {
  switch (error) {
    case invalid_configuration:
    case invalid_memcpy_direction:
      return invalid_value;
    case invalid_symbol:
      return symbol_not_found;
    case invalid_device_function:
      return invalid_resource_handle;
    default:
      return error;
  }
}

}  // namespace emu

EMU_API int cuInit(unsigned flags) {
  if (flags) return invalid_value;
  if (!Context::get().devices) return no_device;
  started = true;
  return success;
}
EMU_API int cuDriverGetVersion(int* version) {
  *version = driver_version;
  return success;
}

EMU_API int cuGetErrorString(int error, const char** text) {
  *text = error_text(error);
  return std::strncmp(*text, "unrecognized", 12) == 0 ? invalid_value : success;
}
// cudaErrorNotReady is called CUDA_ERROR_NOT_READY here.
EMU_API int cuGetErrorName(int error, const char** name) {
  static auto& names = *new std::map<int, std::string>;
  *name = nullptr;
  const std::string runtime = error_name(error);
  if (runtime.rfind("cuda", 0) != 0) return invalid_value;
  std::string& made_of = names[error];
  if (made_of.empty()) {
    made_of = "CUDA";
    for (const char c : runtime.substr(4)) {
      if (c >= 'A' && c <= 'Z') made_of += '_';
      made_of += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
  }
  *name = made_of.c_str();
  return success;
}

EMU_API int cuDeviceGetCount(int* count) {
  return driver(Needs::initialised, [&](Context& context) {
    *count = context.devices;
    return success;
  });
}
EMU_API int cuDeviceGet(int* device, int ordinal) {
  return of_device(ordinal, [&](Context&) {
    *device = ordinal;
    return success;
  });
}
EMU_API int cuDeviceGetName(char* name, int length, int device) {
  return of_device(device, [&](Context& context) {
    if (!name || length < 1) return invalid_value;
    std::strncpy(name, context.gpu.name, static_cast<std::size_t>(length));
    name[length - 1] = '\0';
    return success;
  });
}
EMU_API int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  return of_device(device, [&](Context& context) {
    *bytes = context.memory->capacity();
    return success;
  });
}
EMU_API int cuDeviceTotalMem(std::size_t* bytes, int device) {
  return cuDeviceTotalMem_v2(bytes, device);
}
EMU_API int cuDeviceGetUuid(char* uuid, int device) {
  return of_device(device, [&](Context& context) {
    std::memset(uuid, 0, 16);
    std::memcpy(uuid, context.gpu.key, std::strlen(context.gpu.key));
    uuid[15] = static_cast<char>(device);
    return success;
  });
}
EMU_API int cuDeviceGetUuid_v2(char* uuid, int device) { return cuDeviceGetUuid(uuid, device); }
EMU_API int cuDeviceGetAttribute(int* value, int which, int device) {
  return of_device(device, [&](Context&) { return cudaDeviceGetAttribute(value, which, 0); });
}
EMU_API int cuDeviceCanAccessPeer(int* can, int, int) {
  return driver(Needs::initialised, [&](Context&) {
    *can = 0;
    return success;
  });
}

EMU_API int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  return of_device(device, [&](Context&) {
    *flags = 0;
    *active = primary_users[device] > 0;
    return success;
  });
}
EMU_API int cuDevicePrimaryCtxRetain(void** context, int device) {
  return of_device(device, [&](Context&) {
    ++primary_users[device];
    *context = &primary_users[device];
    return success;
  });
}
EMU_API int cuDevicePrimaryCtxRelease_v2(int device) {
  return of_device(device, [&](Context&) {
    if (primary_users[device] == 0) return invalid_context;
    --primary_users[device];
    return success;
  });
}
EMU_API int cuDevicePrimaryCtxRelease(int device) { return cuDevicePrimaryCtxRelease_v2(device); }
EMU_API int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned) {
  return of_device(device, [&](Context&) { return success; });
}
EMU_API int cuDevicePrimaryCtxSetFlags(int device, unsigned flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

EMU_API int cuCtxCreate_v2(void** context, unsigned, int device) {
  return of_device(device, [&](Context&) {
    *context = new char;
    made[*context] = device;
    current_contexts().push_back(*context);
    return success;
  });
}
EMU_API int cuCtxCreate(void** context, unsigned flags, int device) {
  return cuCtxCreate_v2(context, flags, device);
}
EMU_API int cuCtxCreate_v4(void** context, void*, unsigned flags, int device) {
  return cuCtxCreate_v2(context, flags, device);
}
EMU_API int cuCtxDestroy_v2(void* context) {
  return driver(Needs::initialised, [&](Context&) { return destroy(context); });
}
EMU_API int cuCtxDestroy(void* context) { return cuCtxDestroy_v2(context); }
EMU_API int cuCtxPushCurrent_v2(void* context) {
  return driver(Needs::initialised, [&](Context&) {
    if (!exists(context)) return invalid_context;
    current_contexts().push_back(context);
    return success;
  });
}
EMU_API int cuCtxPushCurrent(void* context) { return cuCtxPushCurrent_v2(context); }
EMU_API int cuCtxPopCurrent_v2(void** context) {
  return driver(Needs::initialised, [&](Context&) {
    auto& current = current_contexts();
    if (current.empty()) return invalid_context;
    if (context) *context = current.back();
    current.pop_back();
    return success;
  });
}
EMU_API int cuCtxPopCurrent(void** context) { return cuCtxPopCurrent_v2(context); }
EMU_API int cuCtxSetCurrent(void* context) {
  return driver(Needs::initialised, [&](Context&) {
    auto& current = current_contexts();
    if (context && !exists(context)) return invalid_context;
    if (!current.empty()) current.pop_back();
    if (context) current.push_back(context);
    return success;
  });
}
EMU_API int cuCtxGetCurrent(void** context) {
  return driver(Needs::initialised, [&](Context&) {
    *context = current_contexts().empty() ? nullptr : current_contexts().back();
    return success;
  });
}
EMU_API int cuCtxGetDevice(int* device) {
  return driver([&](Context&) {
    void* const context = current_contexts().back();
    const int primary = primary_of(context);
    *device = primary < 0 ? made.at(context) : primary;
    return success;
  });
}
EMU_API int cuCtxSynchronize() {
  return driver([&](Context&) { return cudaDeviceSynchronize(); });
}
EMU_API int cuCtxGetLimit(std::size_t* value, int limit) {
  return driver([&](Context& context) {
    const auto known = limits.find(limit);
    if (known == limits.end()) return unsupported_limit;
    *value = limit == 0 ? context.stack_limit : known->second;
    return static_cast<int>(success);
  });
}
EMU_API int cuCtxSetLimit(int limit, std::size_t value) {
  return driver([&](Context& context) {
    if (!limits.count(limit)) return unsupported_limit;
    limits[limit] = value;
    if (limit == 0) context.stack_limit = value;
    return static_cast<int>(success);
  });
}
EMU_API int cuCtxSetCacheConfig(int) {
  return driver([](Context&) { return success; });
}
EMU_API int cuCtxEnablePeerAccess(void*, unsigned) {
  return driver([](Context&) { return already_enabled; });
}
EMU_API int cuMemGetInfo_v2(std::size_t* available, std::size_t* total) {
  return driver([&](Context&) { return cudaMemGetInfo(available, total); });
}
EMU_API int cuMemGetInfo(std::size_t* available, std::size_t* total) {
  return cuMemGetInfo_v2(available, total);
}
