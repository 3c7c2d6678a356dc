// Fat binaries: several architectures, compressed or not, and those that hold no PTX.
#include "runtime/fatbin.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

template <typename T>
void put(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

struct Entry {
  std::uint16_t kind = 1;  // PTX; 2 is machine code
  std::uint32_t architecture = 90;
  std::string body;
  std::uint64_t flags = 0x11;
  std::uint64_t unpacked = 0;  // bytes, of what is compressed
};

struct FatBinary {
  explicit FatBinary(const std::vector<Entry>& entries) {
    std::string all;
    for (const Entry& entry : entries) {
      std::string body = entry.body;
      body.resize((body.size() + 8) / 8 * 8);
      put<std::uint16_t>(all, entry.kind);
      put<std::uint16_t>(all, 0x101);
      put<std::uint32_t>(all, 64);
      put<std::uint64_t>(all, body.size());
      put<std::uint32_t>(all, static_cast<std::uint32_t>(entry.body.size()));
      put<std::uint32_t>(all, 0);
      put<std::uint32_t>(all, 9 << 16);
      put<std::uint32_t>(all, entry.architecture);
      put<std::uint64_t>(all, 0);
      put<std::uint64_t>(all, entry.flags);
      put<std::uint64_t>(all, 0);
      put<std::uint64_t>(all, entry.unpacked);
      all += body;
    }
    put<std::uint32_t>(data, 0xba55ed50);
    put<std::uint16_t>(data, 1);
    put<std::uint16_t>(data, 16);
    put<std::uint64_t>(data, all.size());
    data += all;
    wrapper = {0x466243b1, 1, data.data(), nullptr};
  }
  std::string data;
  struct {
    std::uint32_t magic, version;
    const void* data;
    void* more;
  } wrapper;
};

/// The text that a GPU gets, or why there is none.
std::string chosen(const std::vector<Entry>& entries, unsigned capability) {
  try {
    const FatBinary binary(entries);
    return choose_ptx(read_fat_binary(&binary.wrapper), capability).text;
  } catch (const ptx::Unsupported& reason) {
    return std::string("refused: ") + reason.what();
  }
}

void holds(const std::string& text, const std::string& part) {
  check(text.find(part) != std::string::npos && text.find('\n') == std::string::npos, text);
}

void architectures() {
  const std::vector<Entry> several = {
      {2, 90, "\177ELF"}, {1, 75, "for 75"}, {1, 90, "for 90"}, {1, 80, "for 80"}};
  check(chosen(several, 90) == "for 90", "the highest");
  check(chosen(several, 89) == "for 80", "the highest that is not above");
  check(chosen(several, 75) == "for 75", "the lowest");
  holds(chosen(several, 70), "build it with -gencode arch=compute_70,code=compute_70");
  holds(chosen({{2, 90, "\177ELF"}}, 90), "only machine code or PTX of later GPUs");
}

void compressed() {
  const std::string text = ".version 8.0 .version 8.0 .version 8.0 // and more";
  // LZ4, by hand: 13 literals, then 13 + 13 bytes from 13 before, then the rest as literals.
  std::string packed = "\xdf" + text.substr(0, 13);
  packed += std::string("\x0d\x00\x07", 3);  // distance 13; 4 + 15 + 7 bytes
  const std::string rest = text.substr(39);
  packed += static_cast<char>(rest.size() << 4) + rest;
  check(chosen({{1, 90, packed, 0x2011, text.size()}}, 90) == text, "LZ4");
  holds(chosen({{1, 90, packed, 0x2011, text.size() + 1}}, 90), "nvcc --no-compress");
  holds(chosen({{1, 90, "\xf0\xff", 0x2011, 900}}, 90), "nvcc --no-compress");

  using Compress = std::size_t (*)(void*, std::size_t, const void*, std::size_t, int);
  void* const library = dlopen("libzstd.so.1", RTLD_NOW);
  if (!library) {
    holds(chosen({{1, 90, "?", 0x8011, 9}}, 90), "libzstd.so.1 is not here");
    return;
  }
  const auto compress = reinterpret_cast<Compress>(dlsym(library, "ZSTD_compress"));
  std::string out(1000, '\0');
  out.resize(compress(out.data(), out.size(), text.data(), text.size(), 3));
  check(chosen({{1, 90, out, 0x8011, text.size()}}, 90) == text, "zstd");
  holds(chosen({{1, 90, out.substr(0, 20), 0x8011, text.size()}}, 90), "nvcc --no-compress");
}

void others() {
  FatBinary binary({{1, 90, "x"}});
  const auto refusal = [&] {
    try {
      read_fat_binary(&binary.wrapper);
      return std::string();
    } catch (const ptx::Unsupported& reason) {
      return std::string(reason.what());
    }
  };
  binary.data[0] = 0;
  holds(refusal(), "a fat binary of a version that is not known");
  binary.wrapper.magic = 0;
  holds(refusal(), "a device image of a kind that is not known");
}

// Relocatable device code: an empty image, and a list of what is to be linked.
void relocatable() {
  const FatBinary first({{1, 80, "of the first"}, {2, 90, "\177ELF"}});
  const FatBinary runtime({{2, 90, "\177ELF"}, {1, 121, "too late"}});
  const FatBinary second({{1, 75, "older"}, {1, 90, "of the second"}});
  const void* list[] = {first.data.data(), runtime.data.data(), second.data.data(), nullptr};
  FatBinary whole({});
  whole.wrapper.version = 2;
  whole.wrapper.more = list;
  check(
      ptx_to_link(&whole.wrapper, 90) == std::vector<std::string>{"of the first", "of the second"},
      "the PTX of each object that has some");
  const void* none[] = {runtime.data.data(), nullptr};
  whole.wrapper.more = none;
  try {
    ptx_to_link(&whole.wrapper, 90);
    check(false, "no PTX at all");
  } catch (const ptx::Unsupported& reason) {
    holds(reason.what(), "only machine code or PTX of later GPUs");
  }
  FatBinary linked({{1, 90, "linked"}});
  linked.wrapper.version = 2;
  linked.wrapper.more = list;
  check(ptx_to_link(&linked.wrapper, 90) == std::vector<std::string>{"linked"}, "linked before");
}

// Machine code with the PTX it was made of in a section of its own.
void machine_code() {
  struct {
    Elf64_Ehdr header = {};
    Elf64_Shdr sections[3] = {};
    char names[32] = "\0.shstrtab\0.source_ptx";
    char ptx[32] = ".version 8.0";
  } image;
  std::memcpy(image.header.e_ident, ELFMAG, SELFMAG);
  image.header.e_ident[EI_CLASS] = ELFCLASS64;
  image.header.e_shoff = offsetof(decltype(image), sections);
  image.header.e_shentsize = sizeof(Elf64_Shdr);
  image.header.e_shnum = 3;
  image.header.e_shstrndx = 1;
  image.sections[1].sh_name = 1;
  image.sections[1].sh_offset = offsetof(decltype(image), names);
  image.sections[1].sh_size = sizeof image.names;
  image.sections[2].sh_name = 11;
  image.sections[2].sh_offset = offsetof(decltype(image), ptx);
  image.sections[2].sh_size = sizeof image.ptx;
  check(ptx_of_elf(&image) == ".version 8.0", "PTX beside machine code");
  image.sections[2].sh_size = 8;
  check(ptx_of_elf(&image) == ".version", "as long as its section");
  image.names[12] = 'x';
  check(ptx_of_elf(&image).empty(), "a section of another name");
  image.header.e_shnum = 0;
  check(ptx_of_elf(&image).empty(), "no section at all");
}

}  // namespace

int main() {
  machine_code();
  architectures();
  compressed();
  others();
  relocatable();
  return result();
}
