#include "hsa/line_table.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace emu::hsa {
namespace {

/// Thrown where a table ends too early or has a form that is not known.
struct Damaged {};

enum Content : std::uint64_t { path = 1, directory_index = 2 };
enum Form : std::uint64_t { text = 0x08, text_pointer = 0x0e, number = 0x0f, line_pointer = 0x1f };
enum Standard : unsigned { copy = 1, advance_address, advance_line, set_file };
enum Further : unsigned { constant_address = 8, fixed_address = 9 };
enum Extended : unsigned { end_sequence = 1, set_address = 2 };

/// Reads numbers and texts one after the other.
struct Bytes {
  std::string_view rest;

  std::string_view take(std::uint64_t count) {
    if (count > rest.size()) throw Damaged();
    const std::string_view part = rest.substr(0, count);
    rest.remove_prefix(count);
    return part;
  }
  std::uint64_t fixed(unsigned bytes) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const char byte : take(bytes)) {
      value |= std::uint64_t{static_cast<std::uint8_t>(byte)} << shift;
      shift += 8;
    }
    return value;
  }
  std::uint64_t leb(bool with_sign = false) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = fixed(1);
      if (shift < 64) value |= (byte & 127) << shift;
      if (byte & 128) continue;
      if (with_sign && byte & 64 && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
      return value;
    }
  }
  std::string_view string() {
    const std::size_t length = rest.find('\0');
    if (length == std::string_view::npos) throw Damaged();
    return take(length + 1).substr(0, length);
  }
};

class Reader {
 public:
  Reader(std::string_view strings, std::string_view line_strings)
      : strings_(strings), line_strings_(line_strings) {}

  /// The table of one unit, of a length and an offset size.
  void unit(Bytes bytes, unsigned offset_bytes) {
    const std::uint64_t version = bytes.fixed(2);
    if (version < 2 || version > 5) throw Damaged();
    if (version == 5) bytes.take(2);  // sizes of addresses and of segments
    Bytes header{bytes.take(bytes.fixed(offset_bytes))};
    step_ = header.fixed(1);
    if (version >= 4) header.take(1);  // operations of one instruction
    header.take(1);
    line_base_ = static_cast<std::int8_t>(header.fixed(1));
    line_range_ = header.fixed(1);
    if (line_range_ == 0) throw Damaged();
    lengths_.assign(1, 0);
    for (std::uint64_t left = header.fixed(1); left > 1; --left)
      lengths_.push_back(header.fixed(1));
    files_.clear();
    if (version == 5)
      names(header, offset_bytes);
    else
      old_names(header);
    while (!bytes.rest.empty()) sequence(bytes);
  }

  amd::LineTable table;

 private:
  struct Entry {
    std::string_view name;
    std::uint64_t directory = 0;
  };

  std::string_view at(std::string_view strings, std::uint64_t offset) {
    if (offset > strings.size()) throw Damaged();
    return Bytes{strings.substr(offset)}.string();
  }

  /// One of a fixed size; that of 16 bytes, a hash, is passed over.
  static std::uint64_t sized(Bytes& from, std::uint64_t form) {
    for (const auto& [data, bytes] : {std::pair{0x0b, 1u}, {0x05, 2u}, {0x06, 4u}, {0x07, 8u}})
      if (form == static_cast<std::uint64_t>(data)) return from.fixed(bytes);
    if (form != 0x1e) throw Damaged();
    from.take(16);
    return 0;
  }

  void field(Bytes& from, std::uint64_t content, std::uint64_t form, unsigned offset_bytes,
             Entry& to) {
    std::string_view word;
    std::uint64_t value = 0;
    if (form == text)
      word = from.string();
    else if (form == text_pointer || form == line_pointer)
      word = at(form == text_pointer ? strings_ : line_strings_, from.fixed(offset_bytes));
    else
      value = form == number ? from.leb() : sized(from, form);
    if (content == path) to.name = word;
    if (content == directory_index) to.directory = value;
  }

  std::vector<Entry> entries(Bytes& from, unsigned offset_bytes) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> format(from.fixed(1));
    for (auto& [content, form] : format) content = from.leb(), form = from.leb();
    const std::uint64_t count = from.leb();
    if (count > from.rest.size()) throw Damaged();
    std::vector<Entry> all(count);
    for (Entry& one : all)
      for (const auto& [content, form] : format) field(from, content, form, offset_bytes, one);
    return all;
  }

  void names(Bytes& header, unsigned offset_bytes) {
    const std::vector<Entry> directories = entries(header, offset_bytes);
    for (const Entry& one : entries(header, offset_bytes)) add_file(one, directories);
  }

  void old_names(Bytes& header) {
    std::vector<Entry> directories(1);
    do directories.push_back({header.string()});
    while (!directories.back().name.empty());
    files_.push_back(0);
    for (Entry one; !(one.name = header.string()).empty();) {
      one.directory = header.leb();
      header.leb();  // time
      header.leb();  // length
      add_file(one, directories);
    }
  }

  /// Numbers of files are of a unit, those of the table of all.
  void add_file(const Entry& entry, const std::vector<Entry>& directories) {
    std::string name(entry.name);
    if (entry.directory < directories.size() && !directories[entry.directory].name.empty() &&
        name.rfind('/', 0) != 0)
      name = std::string(directories[entry.directory].name) + "/" + name;
    const auto number = static_cast<std::uint32_t>(numbers_.size() + 1);
    const auto [found, added] = numbers_.emplace(name, number);
    if (added) table.files[number] = name;
    files_.push_back(found->second);
  }

  void sequence(Bytes& from) {
    std::uint64_t address = 0, file = 1, line = 1;
    const auto row = [&] {
      const std::uint32_t number = file < files_.size() ? files_[file] : 0;
      table.rows.push_back({address, {number, static_cast<std::uint32_t>(line)}});
    };
    while (!from.rest.empty()) {
      const std::uint64_t opcode = from.fixed(1);
      if (opcode >= lengths_.size()) {
        const std::uint64_t by = opcode - lengths_.size();
        address += by / line_range_ * step_;
        line += static_cast<std::uint64_t>(line_base_) + by % line_range_;
        row();
        continue;
      }
      if (opcode == 0) {
        Bytes inner{from.take(from.leb())};
        const std::uint64_t extended = inner.fixed(1);
        if (extended == set_address)
          address = inner.fixed(static_cast<unsigned>(std::min<std::size_t>(8, inner.rest.size())));
        if (extended != end_sequence) continue;
        table.rows.push_back({address, {}});
        return;
      }
      switch (opcode) {
        case copy:
          row();
          break;
        case advance_address:
          address += from.leb() * step_;
          break;
        case advance_line:
          line += from.leb(true);
          break;
        case set_file:
          file = from.leb();
          break;
        case constant_address:
          address += (255 - lengths_.size()) / line_range_ * step_;
          break;
        case fixed_address:
          address += from.fixed(2);
          break;
        default:
          for (std::uint64_t left = lengths_[opcode]; left > 0; --left) from.leb();
      }
    }
  }

  std::string_view strings_, line_strings_;
  std::uint64_t step_ = 1, line_range_ = 1;
  std::int64_t line_base_ = 0;
  std::vector<std::uint64_t> lengths_;  // of standard opcodes, in operands; 0 is none
  std::vector<std::uint32_t> files_;    // of the unit: numbers in the table
  std::map<std::string, std::uint32_t> numbers_;
};

}  // namespace

amd::LineTable read_lines(std::string_view table, std::string_view strings,
                          std::string_view line_strings) {
  Reader reader(strings, line_strings);
  Bytes all{table};
  try {
    while (!all.rest.empty()) {
      unsigned offset_bytes = 4;
      std::uint64_t length = all.fixed(4);
      if (length == 0xffffffffu) {
        offset_bytes = 8;
        length = all.fixed(8);
      }
      const std::string_view unit = all.take(length);
      try {
        reader.unit({unit}, offset_bytes);
      } catch (const Damaged&) {  // the next one may be whole
      }
    }
  } catch (const Damaged&) {
  }
  auto& rows = reader.table.rows;
  // Where one sequence ends and another begins, the end comes first.
  std::stable_sort(rows.begin(), rows.end(), [](const amd::LineRow& a, const amd::LineRow& b) {
    return a.address != b.address ? a.address < b.address : a.source.line == 0 && b.source.line;
  });
  return std::move(reader.table);
}

}  // namespace emu::hsa
