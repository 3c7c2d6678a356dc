#include "count/counts.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace emu {

std::string_view name_of(Class kind) {
  static constexpr std::string_view names[] = {
      "fp64_add",       "fp64_mul",     "fp64_fma",      "fp64_other", "fp32_add",
      "fp32_mul",       "fp32_fma",     "fp32_other",    "fp16_add",   "fp16_mul",
      "fp16_fma",       "fp16_other",   "integer",       "logic",      "compare",
      "move",           "conversion",   "special",       "control",    "load_global",
      "store_global",   "load_shared",  "store_shared",  "load_local", "store_local",
      "load_parameter", "load_generic", "store_generic", "atomic",     "shuffle",
      "barrier",        "fence",        "tensor",        "copy_async", "matrix",
      "texture",        "scalar",       "scalar_load",   "wait",       "allocation"};
  static_assert(std::size(names) == static_cast<std::size_t>(Class::count_of));
  return names[static_cast<std::size_t>(kind)];
}

InstCount* KernelCounts::of(const Function& function) {
  std::vector<InstCount>& entries = functions[function.index];
  if (entries.size() < function.code.size()) entries.resize(function.code.size());
  return entries.data();
}

namespace {

void add(InstCount& to, const InstCount& from) {
  to.issued += from.issued;
  to.active += from.active;
  to.executed += from.executed;
  to.divergent += from.divergent;
  to.requests += from.requests;
  to.sectors += from.sectors;
  to.least_sectors += from.least_sectors;
  to.wavefronts += from.wavefronts;
  to.least_wavefronts += from.least_wavefronts;
  to.redundant += from.redundant;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      result += code;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

template <typename Map, typename F>
std::string object(const Map& map, F value) {
  std::string text = "{";
  for (const auto& [key, entry] : map)
    text += (text.size() > 1 ? "," : "") + quoted(key) + ":" + value(entry);
  return text + "}";
}

std::string list(const std::vector<std::string>& texts) {
  std::string text = "[";
  for (const std::string& one : texts) text += (text.size() > 1 ? "," : "") + quoted(one);
  return text + "]";
}

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string kinds_json(const std::map<LaunchKind, std::uint64_t>& kinds) {
  std::string text = "[";
  for (const auto& [kind, launches] : kinds)
    text += (text.size() > 1 ? ",{" : "{") + std::string("\"blocks\":") + number(kind.blocks) +
            ",\"threads\":" + number(kind.threads) + ",\"shared\":" + number(kind.shared) +
            ",\"launches\":" + number(launches) + "}";
  return text + "]";
}

// Line of PTX: issued by warps, executed by lanes.
std::string lines_json(const std::map<std::uint32_t, LineCount>& lines) {
  std::string text = "{";
  for (const auto& [line, count] : lines)
    text += (text.size() > 1 ? ",\"" : "\"") + number(line) + "\":[" + number(count.issued) + "," +
            number(count.executed) + "]";
  return text + "}";
}

std::string memory_json(const InstCount& c) {
  std::string text = "{\"requests\":" + number(c.requests);
  if (c.sectors)
    text += ",\"sectors\":" + number(c.sectors) + ",\"least_sectors\":" + number(c.least_sectors);
  if (c.wavefronts)
    text += ",\"wavefronts\":" + number(c.wavefronts) +
            ",\"least_wavefronts\":" + number(c.least_wavefronts);
  if (c.redundant) text += ",\"redundant\":" + number(c.redundant);
  return text + "}";
}

// What was executed and is not exactly what a GPU computes: lanes by opcode, and what may come of
// it.
std::string fidelity_json(const KernelTotals& k) {
  const auto lanes = [](const auto& opcodes) { return object(opcodes, number); };
  std::uint64_t inexact = 0;
  for (const auto& [kind, opcodes] : k.inexact)
    for (const auto& [opcode, count] : opcodes) inexact += count;
  std::string text = "{\"exact\":" + number(k.all.executed - inexact);
  for (const auto& [kind, opcodes] : k.inexact) text += ",\"" + kind + "\":" + lanes(opcodes);
  if (inexact)
    text += std::string(",\"in_address\":") + (k.inexact_address ? "true" : "false") +
            ",\"in_branch\":" + (k.inexact_branch ? "true" : "false");
  return text + "}";
}

}  // namespace

KernelTotals totals(const KernelCounts& counts) {
  KernelTotals sums;
  sums.kernel = demangled(counts.kernel->name);
  sums.symbol = counts.kernel->name;
  sums.kinds = counts.kinds;
  sums.misses = counts.misses;
  sums.distinct = counts.distinct;
  sums.launches = counts.launches;
  sums.blocks = counts.blocks;
  sums.threads = counts.threads;
  sums.registers = counts.registers;
  sums.registers_assumed = counts.registers_assumed;
  for (const auto& [index, entries] : counts.functions) {
    const Function& function = counts.kernel->program->functions[index];
    for (std::size_t pc = 0; pc < entries.size(); ++pc) {
      const InstCount& count = entries[pc];
      if (!count.issued) continue;
      const std::string kind(name_of(function.code[pc].kind));
      sums.lanes[kind] += count.executed;
      sums.issues[kind] += count.issued;
      add(sums.all, count);
      if (count.requests) add(sums.memory[kind], count);
      LineCount& line = sums.lines[function.name][function.code[pc].line];
      line.issued = std::max(line.issued, count.issued);  // of several instructions in a line
      line.executed = std::max(line.executed, count.executed);
    }
    const auto ran = [&entries](std::uint32_t at) {
      return at < entries.size() && entries[at].executed > 0;
    };
    for (const Inexact& one : function.inexact)
      if (ran(one.at))
        sums.inexact[one.fidelity == Fidelity::modelled ? "modelled" : "approximate"][one.opcode] +=
            entries[one.at].executed;
    const auto any = [&](const std::vector<std::uint32_t>& list) {
      return std::any_of(list.begin(), list.end(), ran);
    };
    sums.inexact_address |= any(function.inexact_addresses);
    sums.inexact_branch |= any(function.inexact_branches);
  }
  return sums;
}

std::string counts_json(const std::vector<KernelTotals>& kernels, const HostCounts& host,
                        const std::string& gpu, const std::vector<std::string>& modules,
                        const std::vector<std::string>& findings,
                        const std::vector<std::string>& known) {
  std::string text =
      "{\"schema\":1,\"gpu\":" + quoted(gpu) + ",\"modules\":" + list(modules) + ",\"kernels\":[";
  for (const KernelTotals& k : kernels) {
    text += (&k == kernels.data() ? "" : ",") + std::string("{\"kernel\":") + quoted(k.kernel) +
            ",\"launches\":" + number(k.launches) + ",\"blocks\":" + number(k.blocks) +
            ",\"threads\":" + number(k.threads) + ",\"issued\":" + number(k.all.issued) +
            ",\"active\":" + number(k.all.active) + ",\"executed\":" + number(k.all.executed) +
            ",\"divergent\":" + number(k.all.divergent) + ",\"symbol\":" + quoted(k.symbol) +
            ",\"shapes\":" + kinds_json(k.kinds) + ",\"fetched\":" + number(k.misses.read) +
            ",\"written_back\":" + number(k.misses.written) +
            ",\"distinct_read\":" + number(k.distinct.read) +
            ",\"distinct_written\":" + number(k.distinct.written) +
            ",\"compulsory\":" + number(k.distinct.compulsory) +
            ",\"lanes\":" + object(k.lanes, number) + ",\"issues\":" + object(k.issues, number) +
            ",\"memory\":" + object(k.memory, memory_json) +
            (k.registers_assumed ? "" : ",\"registers\":" + number(k.registers)) +
            ",\"fidelity\":" + fidelity_json(k) + ",\"lines\":" + object(k.lines, lines_json) + "}";
  }
  text += "],\"host\":{\"waits\":" + number(host.waits) + ",\"waited\":" + number(host.waited) +
          ",\"chain\":" + number(host.chain) +
          ",\"copies_to_device\":" + number(host.copies_to_device) +
          ",\"bytes_to_device\":" + number(host.bytes_to_device) +
          ",\"copies_to_host\":" + number(host.copies_to_host) +
          ",\"bytes_to_host\":" + number(host.bytes_to_host) +
          ",\"copies_on_device\":" + number(host.copies_on_device) +
          ",\"bytes_on_device\":" + number(host.bytes_on_device) +
          ",\"fills\":" + number(host.fills) + ",\"bytes_filled\":" + number(host.bytes_filled) +
          "},\"findings\":" + list(findings) + ",\"known\":" + list(known);
  return text + "}";
}

std::string counts_table(const std::vector<KernelTotals>& kernels, const HostCounts& host) {
  std::ostringstream out;
  const auto per = [](std::uint64_t a, std::uint64_t b) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f",
                  b ? static_cast<double>(a) / static_cast<double>(b) : 0.0);
    return std::string(text);
  };
  for (const KernelTotals& k : kernels) {
    out << k.kernel << ": " << k.launches << " launches, " << k.blocks << " blocks, " << k.threads
        << " threads of " << k.registers << " registers"
        << (k.registers_assumed ? " (assumed: occupancy unknown)\n" : "\n")
        << "  instructions issued " << k.all.issued << ", by lanes " << k.all.executed
        << ", active lanes per issue " << per(k.all.active, k.all.issued) << ", divergent branches "
        << k.all.divergent << "\n  by lanes:";
    for (const auto& [kind, lanes] : k.lanes) out << ' ' << kind << ' ' << lanes;
    out << '\n';
    for (const auto& [kind, c] : k.memory) {
      out << "  " << kind << ": " << c.requests << " requests";
      if (c.sectors)
        out << ", " << c.sectors << " sectors, " << per(c.sectors, c.least_sectors)
            << " times the least";
      if (c.wavefronts)
        out << ", " << c.wavefronts << " wavefronts, " << per(c.wavefronts, c.least_wavefronts)
            << " times the least";
      if (c.redundant) out << ", " << c.redundant << " redundant";
      out << '\n';
    }
    for (const auto& [kind, opcodes] : k.inexact) {
      out << "  " << kind << ":";
      for (const auto& [opcode, lanes] : opcodes) out << ' ' << opcode << ' ' << lanes;
      out << (k.inexact_address ? "; may be part of an address" : "")
          << (k.inexact_branch ? "; may decide what is executed" : "") << '\n';
    }
    if (k.misses.read || k.misses.written)
      out << "  beyond the L2 cache: " << k.misses.read << " sectors fetched, " << k.misses.written
          << " written back\n";
    if (k.distinct.read || k.distinct.written)
      out << "  distinct sectors: " << k.distinct.read << " read, " << k.distinct.written
          << " written, at least " << k.distinct.compulsory << " beyond the cache\n";
  }
  out << "host: " << host.waits << " waits, " << host.waited << " of them for kernels, "
      << host.chain << " launches one behind the other, " << host.copies_to_device
      << " copies to the device (" << host.bytes_to_device << " bytes), " << host.copies_to_host
      << " to the host (" << host.bytes_to_host << " bytes), " << host.copies_on_device
      << " on the device (" << host.bytes_on_device << " bytes), " << host.fills << " fills ("
      << host.bytes_filled << " bytes)\n";
  return out.str();
}

}  // namespace emu
