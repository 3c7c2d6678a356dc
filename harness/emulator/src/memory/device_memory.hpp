// Memory of the device: addresses that no host pointer has, with what is known of every byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace emu {

/// What the shadow says of a byte of device memory; `holds_undefined`: a kernel stored a value
/// there that nobody defined; `constant`: initialised, and no kernel may store there.
enum ByteState : std::uint8_t {
  unallocated = 0,
  allocated = 1,
  initialised = 3,
  freed = 4,
  holds_undefined = 5,
  constant = 11
};

/// Generic addresses of the windows onto shared and local memory.
constexpr std::uint64_t shared_window = 0x0000'1000'0000'0000;
constexpr std::uint64_t local_window = 0x0000'1100'0000'0000;
constexpr std::uint64_t window_bytes = 0x0000'0100'0000'0000;

/// Who touched four bytes last, or where it stands for each of them; see check/races.cpp.
struct Cell {
  std::uint32_t write_warp = 0;
  std::uint32_t write_info = 0;
  std::uint32_t read_warp = 0;
  std::uint32_t read_info = 0;
};

/// What a texture object reads: rows of elements, and how.
struct Texture {
  enum class Outside : std::uint8_t { wrap, clamp, mirror, border };
  std::uint64_t address = 0, pitch = 0;
  std::uint32_t width = 0, height = 0;  // elements, rows (0: one dimension)
  bool plain = false;                   // linear memory: by whole numbers alone
  std::uint8_t channels = 1, bits = 32;
  char kind = 'f';  // of a channel: s, u or f
  Outside outside[2] = {Outside::clamp, Outside::clamp};
  bool linear = false;      // between elements, not the nearest
  bool normalised = false;  // integers become [0, 1] or [-1, 1]
  bool relative = false;    // coordinates go from 0 to 1
  float border[4] = {};
};

class DeviceMemory {
 public:
  static constexpr std::uint64_t base = 0x0000'2000'0000'0000;
  static constexpr std::uint64_t span = 0x0000'0040'0000'0000;  // addresses, not bytes in use

  /// `capacity` bytes can be allocated at once.
  explicit DeviceMemory(std::uint64_t capacity);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Address of a new allocation, aligned to 256 bytes; 0 if there is no room.  `what` names it in
  /// findings.
  std::uint64_t allocate(std::uint64_t bytes, const std::string& what);
  /// False if no allocation begins there.
  bool release(std::uint64_t address);

  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t in_use() const { return in_use_; }

  bool covers(std::uint64_t address) const { return address - base < span; }
  /// Whether data, shadow and cells can be touched there.
  bool usable(std::uint64_t address, std::uint64_t bytes) const {
    return address - base < opened_ && bytes <= opened_ - (address - base);
  }
  std::uint8_t* data(std::uint64_t address) const { return data_ + (address - base); }
  std::uint8_t* shadow(std::uint64_t address) const { return shadow_ + (address - base); }
  Cell* cells(std::uint64_t address) const { return cells_ + (address - base) / 4; }

  /// The worst state among bytes of the device; `unallocated` for what is not device memory.
  ByteState state(std::uint64_t address, std::uint64_t bytes) const;
  /// What is constant stays so when it is initialised.
  void mark(std::uint64_t address, std::uint64_t bytes, ByteState state);

  /// Host memory that the device may use under its own address: pinned, registered or managed.
  /// `pages`: whole ones, which hold nothing else.
  void share(const void* host, std::uint64_t bytes, bool pages, bool managed = false);
  bool unshare(const void* host);
  bool shares() const { return !host_.empty(); }
  bool shared_with_host(std::uint64_t address, std::uint64_t bytes) const;
  /// As many bytes from there on as belong to `bytes` of shared memory: what fills up the last page
  /// of an allocation of whole pages, too.
  std::uint64_t with_padding(std::uint64_t address, std::uint64_t bytes) const;
  /// Whether it is shared and was allocated as managed memory.
  bool managed(std::uint64_t address) const;

  std::map<std::uint64_t, Texture> textures;  // by the handle of the object

  /// Bytes of the allocation that begins at an address; 0 if none does.
  std::uint64_t bytes_at(std::uint64_t address) const;
  /// The address of the allocation that holds an address; 0 if none does.
  std::uint64_t start_of(std::uint64_t address) const;
  /// What lies at or next to an address, for people: "8 bytes after 'cudaMalloc' of 800 bytes at
  /// 0x..".
  std::string describe(std::uint64_t address) const;
  /// What is still allocated, for people, one line each; variables of modules are left out.
  std::vector<std::string> leaks() const;

 private:
  struct Allocation {
    std::uint64_t bytes;
    std::uint32_t number;
    bool live;
    std::string what;
  };

  bool open(std::uint64_t offset, std::uint64_t bytes);

  std::uint64_t capacity_;
  std::uint64_t in_use_ = 0;
  std::uint64_t next_ = 256;  // offset; the first bytes stay closed
  std::uint64_t opened_ = 0;  // pages below this offset can be used
  std::uint32_t number_ = 0;
  std::map<std::uint64_t, Allocation> allocations_;  // by address
  struct Shared {
    std::uint64_t bytes = 0;
    bool pages = false;
    bool managed = false;
  };
  std::map<std::uint64_t, Shared> host_;  // by address
  std::uint8_t* data_ = nullptr;
  std::uint8_t* shadow_ = nullptr;
  Cell* cells_ = nullptr;
};

}  // namespace emu
