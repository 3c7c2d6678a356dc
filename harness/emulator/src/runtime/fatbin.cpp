#include "runtime/fatbin.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <cstdint>
#include <cstring>

#include "ptx/module.hpp"

namespace emu {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243b1;
constexpr std::uint32_t fat_magic = 0xba55ed50;
constexpr std::uint16_t kind_ptx = 1;
constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;

struct Wrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const unsigned char* data;
  const void* const* more;
};
/// Of relocatable device code, `more` lists the fat binaries to link, with a null behind them.
constexpr std::uint32_t linked_version = 2;

struct FatHeader {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t bytes;
};

struct EntryHeader {
  std::uint16_t kind;
  std::uint16_t version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;
  std::uint32_t packed_bytes;
  std::uint32_t options_at;
  std::uint16_t minor, major;
  std::uint32_t architecture;
  std::uint32_t name_at;
  std::uint32_t name_bytes;
  std::uint64_t flags;
  std::uint64_t reserved;
  std::uint64_t unpacked_bytes;
};
static_assert(sizeof(EntryHeader) == 64);

// A block of LZ4: runs of literals, each with a copy of what came before.
std::string unpack_lz4(const unsigned char* from, std::size_t bytes, std::size_t wanted) {
  std::string out;
  const unsigned char* const end = from + bytes;
  const auto length = [&](std::size_t n) {
    if (n == 15)
      for (unsigned char more = 255; more == 255 && from < end;) n += more = *from++;
    return n;
  };
  while (from < end && out.size() < wanted) {
    const unsigned token = *from++;
    const std::size_t literals = length(token >> 4);
    if (literals > static_cast<std::size_t>(end - from)) break;
    out.append(reinterpret_cast<const char*>(from), literals);
    from += literals;
    if (end - from < 2) break;
    const std::size_t distance = from[0] | from[1] << 8;
    from += 2;
    std::size_t copied = length(token & 15) + 4;
    if (distance == 0 || distance > out.size()) break;
    while (copied--) out += out[out.size() - distance];
  }
  if (out.size() != wanted)
    throw ptx::Unsupported(
        "the compressed PTX of this program cannot be read: build it with nvcc --no-compress");
  return out;
}

// With the system's library, if it is there: the emulator itself depends on nothing.
std::string unpack_zstd(const unsigned char* from, std::size_t bytes, std::size_t wanted) {
  using Decompress = std::size_t (*)(void*, std::size_t, const void*, std::size_t);
  static void* const library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  static const auto decompress =
      library ? reinterpret_cast<Decompress>(dlsym(library, "ZSTD_decompress")) : nullptr;
  if (!decompress)
    throw ptx::Unsupported(
        "the PTX of this program is compressed and libzstd.so.1 is not here: build it with nvcc "
        "--no-compress");
  std::string out(wanted, '\0');
  if (decompress(out.data(), wanted, from, bytes) != wanted)
    throw ptx::Unsupported(
        "the compressed PTX of this program cannot be read: build it with nvcc --no-compress");
  return out;
}

Wrapper wrapper_at(const void* place) {
  Wrapper wrapper;
  std::memcpy(&wrapper, place, sizeof wrapper);
  if (wrapper.magic != wrapper_magic || !wrapper.data)
    throw ptx::Unsupported("the program registers a device image of a kind that is not known");
  return wrapper;
}

std::vector<FatImage> read_images(const unsigned char* data) {
  FatHeader header;
  std::memcpy(&header, data, sizeof header);
  if (header.magic != fat_magic)
    throw ptx::Unsupported("the program registers a fat binary of a version that is not known");
  std::vector<FatImage> images;
  const unsigned char* at = data + header.header_bytes;
  const unsigned char* const end = at + header.bytes;
  while (at + sizeof(EntryHeader) <= end) {
    EntryHeader entry;
    std::memcpy(&entry, at, sizeof entry);
    if (entry.header_bytes < sizeof entry) break;
    const unsigned char* const body = at + entry.header_bytes;
    FatImage image;
    image.ptx = entry.kind == kind_ptx;
    image.architecture = entry.architecture;
    if (image.ptx && (entry.flags & flag_zstd))
      image.text = unpack_zstd(body, entry.packed_bytes, entry.unpacked_bytes);
    else if (image.ptx && (entry.flags & flag_lz4))
      image.text = unpack_lz4(body, entry.packed_bytes, entry.unpacked_bytes);
    else if (image.ptx)
      image.text.assign(reinterpret_cast<const char*>(body),
                        strnlen(reinterpret_cast<const char*>(body), entry.bytes));
    images.push_back(std::move(image));
    at = body + entry.bytes;
  }
  return images;
}

const FatImage* best_of(const std::vector<FatImage>& images, unsigned capability) {
  const FatImage* best = nullptr;
  for (const FatImage& image : images)
    if (image.ptx && image.architecture <= capability &&
        (!best || image.architecture > best->architecture))
      best = &image;
  return best;
}

}  // namespace

std::string ptx_of_elf(const void* image) {
  const auto* const bytes = static_cast<const char*>(image);
  Elf64_Ehdr header;
  std::memcpy(&header, bytes, sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr) ||
      header.e_shstrndx >= header.e_shnum)
    return "";
  const auto section = [&](unsigned number) {
    Elf64_Shdr found;
    std::memcpy(&found, bytes + header.e_shoff + number * sizeof found, sizeof found);
    return found;
  };
  const Elf64_Shdr names = section(header.e_shstrndx);
  for (unsigned number = 1; number < header.e_shnum; ++number) {
    const Elf64_Shdr here = section(number);
    if (here.sh_name < names.sh_size &&
        std::strcmp(bytes + names.sh_offset + here.sh_name, ".source_ptx") == 0)
      return {bytes + here.sh_offset, strnlen(bytes + here.sh_offset, here.sh_size)};
  }
  return "";
}

std::vector<FatImage> read_fat_binary(const void* wrapper) {
  return read_images(wrapper_at(wrapper).data);
}

std::vector<std::string> ptx_to_link(const void* place, unsigned capability) {
  const Wrapper wrapper = wrapper_at(place);
  const auto own = read_images(wrapper.data);
  if (wrapper.version != linked_version || best_of(own, capability))
    return {choose_ptx(own, capability).text};
  std::vector<std::string> texts;
  for (const void* const* one = wrapper.more; *one; ++one) {
    const auto images = read_images(static_cast<const unsigned char*>(*one));
    if (const FatImage* best = best_of(images, capability)) texts.push_back(best->text);
  }
  if (texts.empty()) choose_ptx(own, capability);  // which says how to build the program
  return texts;
}

const FatImage& choose_ptx(const std::vector<FatImage>& images, unsigned capability) {
  if (const FatImage* best = best_of(images, capability)) return *best;
  const std::string arch = std::to_string(capability);
  throw ptx::Unsupported(
      "the program holds no PTX for this device, only machine code or PTX of later GPUs: build it "
      "with -gencode arch=compute_" +
      arch + ",code=compute_" + arch);
}

}  // namespace emu
