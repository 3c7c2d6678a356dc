#include "hsa/code_object.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "hsa/line_table.hpp"

namespace emu::hsa {
namespace {

constexpr std::uint16_t amd_gpu = 224;
constexpr std::uint8_t hsa_abi = 64;
constexpr std::uint8_t version_4 = 2, version_5 = 3;  // of the ABI
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;

/// Reads parts of an image, none beyond its end.
class Reader {
 public:
  explicit Reader(const std::vector<std::uint8_t>& image) : image_(image) {}

  void within(std::uint64_t offset, std::uint64_t bytes, const char* what) const {
    if (offset > image_.size() || bytes > image_.size() - offset)
      throw BadImage(std::string(what) + " lies beyond its end");
  }
  template <typename T>
  T get(std::uint64_t offset, const char* what) const {
    within(offset, sizeof(T), what);
    T value;
    std::memcpy(&value, image_.data() + offset, sizeof value);
    return value;
  }
  template <typename T>
  std::vector<T> list(std::uint64_t offset, std::uint64_t count, const char* what) const {
    if (count > image_.size() / sizeof(T)) throw BadImage(std::string(what) + " is too long");
    within(offset, count * sizeof(T), what);
    std::vector<T> all(count);
    if (count) std::memcpy(all.data(), image_.data() + offset, count * sizeof(T));
    return all;
  }
  std::string_view bytes(const Elf64_Shdr& section) const {
    within(section.sh_offset, section.sh_size, "a section");
    return {reinterpret_cast<const char*>(image_.data()) + section.sh_offset, section.sh_size};
  }

 private:
  const std::vector<std::uint8_t>& image_;
};

Elf64_Ehdr header_of(const Reader& reader) {
  const auto header = reader.get<Elf64_Ehdr>(0, "its header");
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB)
    throw BadImage("it is no 64-bit ELF file");
  if (header.e_machine != amd_gpu || header.e_ident[EI_OSABI] != hsa_abi)
    throw BadImage("it is not for an AMD GPU under HSA");
  const unsigned version = header.e_ident[EI_ABIVERSION];
  if (version != version_4 && version != version_5)
    throw BadImage("it has version " + std::to_string(version + 2) + "; 4 and 5 can be loaded");
  if (header.e_type != ET_DYN) throw BadImage("it is no shared object");
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      (header.e_shnum && header.e_shentsize != sizeof(Elf64_Shdr)))
    throw BadImage("its tables have entries of another size");
  return header;
}

void read_segments(const Reader& reader, const Elf64_Ehdr& header, CodeObject& object) {
  for (const auto& one :
       reader.list<Elf64_Phdr>(header.e_phoff, header.e_phnum, "the list of its segments")) {
    if (one.p_type != PT_LOAD) continue;
    if (one.p_filesz > one.p_memsz) throw BadImage("a segment is longer in the file");
    reader.within(one.p_offset, one.p_filesz, "a segment");
    if (one.p_vaddr > most_bytes || one.p_memsz > most_bytes)
      throw BadImage("a segment needs more than 4 GiB");
    object.segments.push_back(
        {one.p_vaddr, one.p_offset, one.p_filesz, one.p_memsz, (one.p_flags & PF_X) != 0});
    object.bytes = std::max(object.bytes, one.p_vaddr + one.p_memsz);
  }
  if (object.segments.empty()) throw BadImage("it has nothing to load");
}

std::vector<ElfSymbol> symbols_of(const Reader& reader, const std::vector<Elf64_Shdr>& sections,
                                  const Elf64_Shdr& table) {
  if (table.sh_link >= sections.size()) throw BadImage("its symbols have no names");
  const std::string_view names = reader.bytes(sections[table.sh_link]);
  std::vector<ElfSymbol> all;
  for (const auto& one : reader.list<Elf64_Sym>(table.sh_offset, table.sh_size / sizeof(Elf64_Sym),
                                                "the list of its symbols")) {
    if (one.st_name >= std::max<std::size_t>(names.size(), 1))
      throw BadImage("the name of a symbol lies beyond its end");
    const std::string_view rest = names.substr(one.st_name);
    const std::size_t length = rest.find('\0');
    if (length == std::string_view::npos && !rest.empty())
      throw BadImage("the name of a symbol does not end");
    const unsigned binding = ELF64_ST_BIND(one.st_info);
    all.push_back({std::string(rest.substr(0, length)), one.st_value, one.st_size,
                   ELF64_ST_TYPE(one.st_info) == STT_FUNC, one.st_shndx != SHN_UNDEF,
                   binding == STB_GLOBAL || binding == STB_WEAK});
  }
  return all;
}

void read_relocations(const Reader& reader, const Elf64_Shdr& section, CodeObject& object) {
  for (const auto& one : reader.list<Elf64_Rela>(
           section.sh_offset, section.sh_size / sizeof(Elf64_Rela), "the list of its relocations"))
    object.relocations.push_back({one.r_offset,
                                  static_cast<std::uint32_t>(ELF64_R_TYPE(one.r_info)),
                                  one.r_addend, ELF64_R_SYM(one.r_info)});
}

/// Where damaged code would be refused, what is for people alone is left out.
void read_line_table(const Reader& reader, const Elf64_Ehdr& header,
                     const std::vector<Elf64_Shdr>& sections, CodeObject& object) {
  std::string_view found[3];
  try {
    if (header.e_shstrndx >= sections.size()) return;
    const std::string_view names = reader.bytes(sections[header.e_shstrndx]);
    for (const Elf64_Shdr& section : sections) {
      if (section.sh_type != SHT_PROGBITS || section.sh_name >= names.size()) continue;
      const std::string_view rest = names.substr(section.sh_name);
      const std::string_view name = rest.substr(0, rest.find('\0'));
      if (name == ".debug_line") found[0] = reader.bytes(section);
      if (name == ".debug_str") found[1] = reader.bytes(section);
      if (name == ".debug_line_str") found[2] = reader.bytes(section);
    }
  } catch (const BadImage&) {
    return;
  }
  object.lines = read_lines(found[0], found[1], found[2]);
}

void read_sections(const Reader& reader, const Elf64_Ehdr& header, CodeObject& object) {
  const auto sections =
      reader.list<Elf64_Shdr>(header.e_shoff, header.e_shnum, "the list of its sections");
  bool noted = false, of_clang = false;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type == SHT_DYNSYM)
      object.symbols = symbols_of(reader, sections, section);
    else if (section.sh_type == SHT_SYMTAB)
      object.others = symbols_of(reader, sections, section);
    else if (section.sh_type == SHT_RELA && section.sh_flags & SHF_ALLOC)
      read_relocations(reader, section, object);
    if (section.sh_type != SHT_NOTE) continue;
    const std::string_view note = reader.bytes(section);
    noted |= note.find("amdhsa.") != std::string_view::npos;
    of_clang |= note.find("amdhsa.target") != std::string_view::npos;
  }
  object.of_gcc = noted && !of_clang;
  read_line_table(reader, header, sections, object);
}

void check_places(const CodeObject& object) {
  const auto inside = [&](std::uint64_t address, std::uint64_t bytes) {
    return address <= object.bytes && bytes <= object.bytes - address;
  };
  // A symbol of no bytes, such as an empty table, may lie nowhere.
  for (const ElfSymbol& symbol : object.symbols)
    if (symbol.defined && symbol.global && symbol.bytes && !inside(symbol.value, symbol.bytes))
      throw BadImage("'" + symbol.name + "' lies in none of its segments");
  for (const Relocation& one : object.relocations) {
    if (!inside(one.at, 8)) throw BadImage("a relocation is for none of its segments");
    if (one.symbol && one.symbol >= object.symbols.size())
      throw BadImage("a relocation is of no symbol");
  }
}

}  // namespace

std::string CodeObject::hash() const {
  std::uint64_t sum = 0xcbf29ce484222325u;
  for (const std::uint8_t byte : image) sum = (sum ^ byte) * 0x100000001b3u;
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(sum));
  return text;
}

CodeObject read_code_object(const void* image, std::size_t bytes) {
  CodeObject object;
  const auto* const begin = static_cast<const std::uint8_t*>(image);
  object.image.assign(begin, begin + bytes);
  const Reader reader(object.image);
  const Elf64_Ehdr header = header_of(reader);
  object.flags = header.e_flags;
  read_segments(reader, header, object);
  read_sections(reader, header, object);
  check_places(object);
  return object;
}

}  // namespace emu::hsa
