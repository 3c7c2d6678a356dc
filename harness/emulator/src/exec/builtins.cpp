#include "exec/builtins.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "exec/launch.hpp"
#include "exec/place.hpp"

namespace emu {
namespace {

std::uint64_t argument(const Warp& warp, const CallSite& site, std::size_t number, unsigned lane) {
  std::uint64_t value = 0;
  const Parameter& parameter = site.arguments.at(number);
  const std::size_t size = warp.frame->function->frame_parameter_bytes;
  std::memcpy(&value, warp.frame->parameters.data() + lane * size + parameter.offset,
              std::min<std::size_t>(parameter.bytes, 8));
  return value;
}

void give_back(Warp& warp, const CallSite& site, unsigned lane, std::uint64_t value) {
  if (site.results.empty()) return;
  const Parameter& parameter = site.results[0];
  const std::size_t at =
      lane * warp.frame->function->frame_parameter_bytes + std::size_t{parameter.offset};
  const auto bytes = std::min<std::size_t>(parameter.bytes, 8);
  std::memcpy(warp.frame->parameters.data() + at, &value, bytes);
  if (warp.frame->undefined) std::memset(warp.frame->undefined->parameters.data() + at, 0, bytes);
}

// A byte that a thread sees at a generic address; false if there is none.
bool peek(const Warp& warp, unsigned lane, std::uint64_t address, void* to, std::size_t bytes) {
  const Launch& launch = *warp.launch;
  if (address - local_window < window_bytes) {
    std::uint64_t at = address - local_window;
    const Frame* frame = warp.frame;
    while (frame && at < frame->local_at) frame = frame->parent;
    if (!frame) return false;
    at -= frame->local_at;
    const std::size_t size = frame->function->local_bytes;
    if (at + bytes > size) return false;
    const std::uint8_t* const flags = frame->local_written.data() + lane * size + at;
    std::memcpy(to, frame->local.data() + lane * size + at, bytes);
    return std::all_of(flags, flags + bytes, [](std::uint8_t flag) { return flag == written; });
  }
  if (launch.memory->state(address, bytes) != initialised) return false;
  std::memcpy(to, launch.memory->data(address), bytes);
  return true;
}

std::string text_at(const Warp& warp, unsigned lane, std::uint64_t address) {
  std::string text;
  for (char c; peek(warp, lane, address, &c, 1) && c; ++address) text += c;
  return text;
}

// One thread's printf: the arguments lie behind each other, aligned to their size.
void print(const Warp& warp, const Inst& inst, unsigned lane, const std::string& format,
           std::uint64_t list) {
  std::string line;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      line += format[i];
      continue;
    }
    if (i + 1 < format.size() && format[i + 1] == '%') {
      line += '%';
      ++i;
      continue;
    }
    const std::size_t stop = format.find_first_of("diouxXcsfFeEgGaAp", i + 1);
    if (stop == std::string::npos) break;
    std::string form = format.substr(i, stop - i + 1);
    const char kind = format[stop];
    const bool wide = form.find('l') != std::string::npos || kind == 's' || kind == 'p' ||
                      std::strchr("fFeEgGaA", kind);
    const std::size_t bytes = wide ? 8 : 4;
    list = (list + bytes - 1) / bytes * bytes;
    std::uint64_t bits = 0;
    if (!peek(warp, lane, list, &bits, bytes) && warp.launch->options.uninitialised)
      add_finding(Fault::uninitialised, warp, inst, lane,
                  "a value from memory that was never written is printed");
    list += bytes;
    char text[512];
    if (kind == 's') {
      std::snprintf(text, sizeof text, form.c_str(), text_at(warp, lane, bits).c_str());
    } else if (std::strchr("fFeEgGaA", kind)) {
      double value;
      std::memcpy(&value, &bits, sizeof value);
      std::snprintf(text, sizeof text, form.c_str(), value);
    } else if (kind == 'p') {
      std::snprintf(text, sizeof text, form.c_str(), reinterpret_cast<void*>(bits));
    } else if (wide) {
      std::snprintf(text, sizeof text, form.c_str(), static_cast<long long>(bits));
    } else {
      std::snprintf(text, sizeof text, form.c_str(), static_cast<int>(bits));
    }
    line += text;
    i = stop;
  }
  std::fputs(line.c_str(), stdout);
  std::fflush(stdout);  // a GPU's text comes before what the host says of its end
}

}  // namespace

bool is_builtin(const std::string& name) {
  return name == "vprintf" || name == "malloc" || name == "free" || name == "__assertfail";
}

bool call_builtin(Warp& warp, const Inst& inst, const CallSite& site, const Function& function,
                  Mask mask) {
  DeviceMemory& memory = *warp.launch->memory;
  warp.launch->changed();
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!(mask >> lane & 1)) continue;
    if (function.name == "vprintf") {
      print(warp, inst, lane, text_at(warp, lane, argument(warp, site, 0, lane)),
            argument(warp, site, 1, lane));
      give_back(warp, site, lane, 1);
    } else if (function.name == "malloc") {
      give_back(warp, site, lane,
                memory.allocate(argument(warp, site, 0, lane), "malloc on the device"));
    } else if (function.name == "free") {
      const std::uint64_t address = argument(warp, site, 0, lane);
      if (address && !memory.release(address))
        add_finding(Fault::use_after_free, warp, inst, lane, "free of what is not allocated");
    } else if (function.name == "__assertfail") {
      add_finding(Fault::assertion, warp, inst, lane,
                  "assertion '" + text_at(warp, lane, argument(warp, site, 0, lane)) + "' failed");
      return false;
    } else if (function.name.rfind("__cudaCDP2", 0) == 0 ||
               function.name.rfind("cudaLaunchDevice", 0) == 0) {
      throw Unsupported("launches of a kernel by a kernel (dynamic parallelism), " +
                        warp.frame->function->program->line_of(inst));
    } else {
      throw Unsupported("function '" + function.name + "' is called at " +
                        warp.frame->function->program->line_of(inst) + " and has no body");
    }
  }
  return true;
}

}  // namespace emu
