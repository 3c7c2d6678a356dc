// Feeds the reader of PTX whatever a fuzzer comes up with: a module is understood, decoded and
// linked with itself, or refused in one line; never a crash.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ptx/code/decode.hpp"
#include "ptx/link.hpp"

namespace {

/// Gives addresses to variables, and no memory.
class Addresses : public emu::VariablePlacer {
 public:
  std::uint64_t place(const std::string&, std::uint64_t bytes,
                      const std::vector<std::uint8_t>& value) override {
    if (value.size() > bytes) __builtin_trap();
    const std::uint64_t address = next_;
    next_ += bytes;
    return address;
  }
  void write(std::uint64_t, const void*, std::size_t) override {}

 private:
  std::uint64_t next_ = std::uint64_t{1} << 40;
};

template <typename Step>
void refused_or_done(Step step) {
  try {
    step();
  } catch (const emu::ptx::Unsupported& reason) {
    const std::string line = reason.what();
    if (line.empty() || line.find('\n') != std::string::npos) __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  refused_or_done([&] {
    const emu::ptx::Module module = emu::ptx::parse(text);
    refused_or_done([&] {
      Addresses addresses;
      static_cast<void>(emu::decode(module, addresses));
    });
    refused_or_done([&] {
      static_cast<void>(emu::ptx::link({{"first", module}, {"second", module}},
                                       [](const std::string& name) { return name == "malloc"; }));
    });
  });
  return 0;
}
