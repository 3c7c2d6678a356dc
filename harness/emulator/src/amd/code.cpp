// Code of a loaded object: decoded once, where it is first executed.
#include <algorithm>

#include "amd/wave.hpp"
#include "exec/accessor.hpp"

namespace emu::amd {

struct Code::Text {
  struct Slot {
    bool ready = false;
    Decoded inst;
  };
  const DeviceMemory* memory = nullptr;
  Program program;
  std::vector<std::uint64_t> begins;           // addresses of the program's functions, in order
  std::vector<std::unique_ptr<Slot[]>> pages;  // of page_words instructions; null: none executed
};

namespace {

constexpr std::uint64_t page_words = 256;

}  // namespace

Code::Code(Architecture architecture, const DeviceMemory& memory, LoadedObject object)
    : architecture_(architecture), object_(std::move(object)), text_(std::make_unique<Text>()) {
  Text& text = *text_;
  text.memory = &memory;
  text.program.language = "AMD code, byte";
  text.program.target = std::string(name_of(architecture));
  text.program.of_gcc = object_.of_gcc;
  text.program.files = object_.lines.files;
  text.pages.resize(object_.text_bytes / 4 / page_words + 1);
  std::vector<Symbol> symbols = object_.functions;
  symbols.push_back({"code", object_.text_address, 0});  // what no symbol covers
  std::sort(symbols.begin(), symbols.end(), [](const Symbol& a, const Symbol& b) {
    return a.address != b.address ? a.address < b.address : a.bytes > b.bytes;
  });
  const std::uint64_t stop = object_.text_address + object_.text_bytes;
  for (const Symbol& symbol : symbols) {
    if (symbol.address < object_.text_address || symbol.address >= stop) continue;
    if (!text.begins.empty() && text.begins.back() == symbol.address) continue;
    text.begins.push_back(symbol.address);
    Function function;
    function.name = symbol.name;
    function.index = static_cast<std::uint32_t>(text.program.functions.size());
    function.defined = true;
    text.program.functions.push_back(std::move(function));
  }
  for (Function& function : text.program.functions) {
    function.program = &text.program;
    text.program.function_of.emplace(function.name, function.index);
  }
  for (const Symbol& one : object_.kernels) {
    const auto found = text.program.function_of.find(one.name);
    if (found != text.program.function_of.end()) text.program.functions[found->second].entry = true;
  }
}

Code::~Code() = default;

const Function& Code::kernel(std::uint64_t descriptor) const {
  for (const Symbol& one : object_.kernels) {
    if (one.address != descriptor) continue;
    const Function* function = text_->program.kernel(one.name);
    if (function) return *function;
    throw Unsupported("kernel " + one.name + " without a function of its name");
  }
  throw Unsupported("no kernel descriptor of " + object_.name + " at " + hex(descriptor));
}

std::uint32_t Code::registers(std::uint64_t descriptor) const {
  std::uint32_t resources = 0;
  std::memcpy(&resources, text_->memory->data(descriptor) + 48, sizeof resources);
  return ((resources & 63) + 1) * (architecture_ == Architecture::gfx906 ? 4 : 8);
}

const Function& Code::function_at(std::uint64_t address) const {
  const auto after = std::upper_bound(text_->begins.begin(), text_->begins.end(), address);
  const auto index = after == text_->begins.begin() ? 0 : after - text_->begins.begin() - 1;
  return text_->program.functions[static_cast<std::size_t>(index)];
}

std::string Code::place(std::uint64_t address) const {
  const std::string text =
      hex(address - object_.address) + " in " + demangled(function_at(address).name);
  const std::string source = text_->program.source(line_at(address));
  return source.empty() ? text : text + " (" + source + ")";
}

SourceLine Code::line_at(std::uint64_t address) const {
  const std::vector<LineRow>& rows = object_.lines.rows;
  const auto after =
      std::upper_bound(rows.begin(), rows.end(), address - object_.address,
                       [](std::uint64_t value, const LineRow& row) { return value < row.address; });
  return after == rows.begin() ? SourceLine() : after[-1].source;
}

std::string Code::variable_at(std::uint64_t address) const {
  for (const Symbol& one : object_.variables)
    if (address - one.address < one.bytes)
      return "byte " + std::to_string(address - one.address) + " of variable '" + one.name +
             "' of " + std::to_string(one.bytes) + " bytes";
  return "";
}

const Decoded& Code::at(std::uint64_t address) {
  Text& text = *text_;
  const std::uint64_t offset = address - object_.text_address;
  if (offset >= object_.text_bytes || offset % 4)
    throw Unsupported("execution at " + hex(address) + ", which is not code of " + object_.name);
  const std::uint64_t word = offset / 4;
  std::unique_ptr<Text::Slot[]>& page = text.pages[word / page_words];
  if (!page) page = std::make_unique<Text::Slot[]>(page_words);
  Text::Slot& slot = page[word % page_words];
  if (slot.ready) return slot.inst;
  std::uint32_t words[2] = {0, 0};
  std::memcpy(words, text.memory->data(address),
              std::min<std::uint64_t>(sizeof words, object_.text_bytes - offset));
  slot.inst = decode(architecture_, words[0], words[1]);
  const Meaning meaning = meaning_of(slot.inst);
  if (!meaning.run) throw Unsupported(std::string(slot.inst.name));
  slot.inst.run = meaning.run;
  slot.inst.kind = meaning.kind;
  slot.inst.counts = counters_of(slot.inst.family);
  // Counts know it by its function and its place there.
  const Function& function = function_at(address);
  Function& mine = text.program.functions[function.index];
  const std::uint64_t begin = text.begins[function.index];
  if (mine.code.empty()) {
    const std::uint64_t stop = function.index + 1 < text.begins.size()
                                   ? text.begins[function.index + 1]
                                   : object_.text_address + object_.text_bytes;
    mine.code.resize((stop - begin) / 4 + 1);
  }
  slot.inst.function = function.index;
  slot.inst.index = static_cast<std::uint32_t>((address - begin) / 4);
  Inst& counted = mine.code[slot.inst.index];
  counted.kind = meaning.kind;
  if (slot.inst.name.substr(0, 5) == "v_pk_") counted.count = 2;
  counted.real = meaning.kind == Class::atomic && slot.inst.name.find("_f") != std::string::npos;
  counted.line = static_cast<std::uint32_t>(address - object_.address);
  counted.source = line_at(address);
  slot.ready = true;
  return slot.inst;
}

}  // namespace emu::amd
