// A code object made by hand: two kernels, a variable, and a pointer to it.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace emu::test {

/// The kernel "store" writes 42 to where its first argument points and adds
/// to a word of LDS (ds_add_f32), multiplies and adds two packed numbers (v_pk_fma_f16); "odd"
/// begins with an instruction that is none, "__divsf3" ends at once.
class Image {
 public:
  static constexpr std::uint64_t descriptors = 0x400, text = 0x1000, data = 0x2000, end = 0x3000;
  static constexpr std::uint64_t answer_value = 0x1122334455667788;

  explicit Image(std::uint32_t flags = 0x53f, std::uint8_t version = 3) : bytes_(end) {
    symbol("", 0, 0, STT_NOTYPE, 0);
    kernel("store", text,
           {0xc0060003, 0x00000000, 0xbf8cc07f, 0x7e000280, 0x7e0202aa, 0xdc708000, 0x00000100,
            0xbefc00c1, 0xd81a0000, 0x00000000, 0xbf8cc07f, 0xd82a0000, 0x00000000, 0xd38e4002,
            0x1c020100, 0xbf810000});
    kernel("odd", text + 0x100, {0xffffffff, 0xbf810000});
    kernel("__divsf3", text + 0x180, {0xbf810000});
    symbol("answer", data, 8, STT_OBJECT, 3);
    symbol("where", data + 8, 8, STT_OBJECT, 3);
    symbol("empty", 0x100000, 0, STT_OBJECT, 3);  // GCC's table of variables where it has none
    put(data, answer_value);
    sections();
    header(flags, version);
  }

  std::vector<std::uint8_t> bytes() const { return bytes_; }

 private:
  template <typename T>
  void put(std::uint64_t offset, const T& value) {
    if (bytes_.size() < offset + sizeof value) bytes_.resize(offset + sizeof value);
    std::memcpy(bytes_.data() + offset, &value, sizeof value);
  }

  void symbol(const std::string& name, std::uint64_t value, std::uint64_t size, unsigned type,
              std::uint16_t section) {
    symbols_.push_back(
        {static_cast<std::uint32_t>(names_.size()),
         static_cast<std::uint8_t>(ELF64_ST_INFO(name.empty() ? 0 : STB_GLOBAL, type)), 0, section,
         value, size});
    names_ += name + '\0';
  }

  void kernel(const std::string& name, std::uint64_t at, const std::vector<std::uint32_t>& code) {
    const std::uint64_t descriptor = descriptors + 64 * kernels_++;
    symbol(name, at, code.size() * 4, STT_FUNC, 2);
    symbol(name + ".kd", descriptor, 64, STT_OBJECT, 1);
    for (std::size_t i = 0; i < code.size(); ++i) put(at + 4 * i, code[i]);
    put(descriptor, std::uint32_t{4});      // bytes of LDS
    put(descriptor + 8, std::uint32_t{8});  // bytes of arguments
    put(descriptor + 16, std::int64_t(at) - std::int64_t(descriptor));
    put(descriptor + 48, std::uint32_t{0x00af0000});  // rounding, denormals, clamp, IEEE
    put(descriptor + 52, std::uint32_t{0x90});        // 8 scalar registers, the group's number
    put(descriptor + 56, std::uint16_t{0x0b});        // scratch, packet, arguments
  }

  void sections() {
    const Elf64_Rela pointer{data + 8, ELF64_R_INFO(0, 13), static_cast<std::int64_t>(data)};
    put(0x300, pointer);
    const std::uint64_t at_symbols = bytes_.size();
    for (const Elf64_Sym& one : symbols_) put(bytes_.size(), one);
    const std::uint64_t at_names = bytes_.size();
    bytes_.insert(bytes_.end(), names_.begin(), names_.end());
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    table_ = bytes_.size();
    put(bytes_.size(), Elf64_Shdr{});
    put(bytes_.size(),
        Elf64_Shdr{0, SHT_PROGBITS, SHF_ALLOC, descriptors, descriptors, 192, 0, 0, 64, 0});
    put(bytes_.size(), Elf64_Shdr{0, SHT_PROGBITS, SHF_ALLOC, text, text, 0x200, 0, 0, 256, 0});
    put(bytes_.size(), Elf64_Shdr{0, SHT_PROGBITS, SHF_ALLOC, data, data, 16, 0, 0, 8, 0});
    put(bytes_.size(), Elf64_Shdr{0, SHT_DYNSYM, 0, 0, at_symbols,
                                  symbols_.size() * sizeof(Elf64_Sym), 5, 1, 8, sizeof(Elf64_Sym)});
    put(bytes_.size(), Elf64_Shdr{0, SHT_STRTAB, 0, 0, at_names, names_.size(), 0, 0, 1, 0});
    put(bytes_.size(),
        Elf64_Shdr{0, SHT_RELA, SHF_ALLOC, 0x300, 0x300, sizeof pointer, 4, 0, 8, sizeof pointer});
  }

  void header(std::uint32_t flags, std::uint8_t version) {
    Elf64_Ehdr head = {};
    std::memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_ident[EI_VERSION] = EV_CURRENT;
    head.e_ident[EI_OSABI] = 64;
    head.e_ident[EI_ABIVERSION] = version;
    head.e_type = ET_DYN;
    head.e_machine = 224;
    head.e_version = EV_CURRENT;
    head.e_phoff = sizeof head;
    head.e_shoff = table_;
    head.e_flags = flags;
    head.e_ehsize = sizeof head;
    head.e_phentsize = sizeof(Elf64_Phdr);
    head.e_phnum = 3;
    head.e_shentsize = sizeof(Elf64_Shdr);
    head.e_shnum = 7;
    put(0, head);
    const std::uint64_t at = sizeof head;
    const auto segment = [&](int number, std::uint32_t access, std::uint64_t from,
                             std::uint64_t bytes) {
      put(at + number * sizeof(Elf64_Phdr),
          Elf64_Phdr{PT_LOAD, access, from, from, from, bytes, bytes, 0x1000});
    };
    segment(0, PF_R, 0, text);
    segment(1, PF_R | PF_X, text, data - text);
    segment(2, PF_R | PF_W, data, 16);
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<Elf64_Sym> symbols_;
  std::string names_;
  std::uint64_t table_ = 0;
  std::uint64_t kernels_ = 0;
};

}  // namespace emu::test
