// Included ahead of a benchmark's main file, this prints the bits of what a run hands in instead of
// checking them: `scripts/prove.py mutants` shows with it that a change of the sources changes no
// result.
#pragma once

#include <cstdint>
#include <cstdio>
#include <tuple>
#include <type_traits>

#include "league/driver.hpp"

namespace league {

/// FNV-1a of bytes.
class Digest {
 public:
  void add(const void* data, std::size_t size) {
    const auto* byte = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) state_ = (state_ ^ byte[i]) * 0x100000001b3;
  }
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

/// Adds what a benchmark hands in, its result and its other outputs if it names any.
template <typename B, typename Real>
void add_outputs(Digest& digest, typename B::template Data<Real>& data) {
  const auto visit = [&](auto& output) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(output)>>)
      digest.add(&output, sizeof output);
    else
      digest.add(output.data(), output.size() * sizeof output[0]);
  };
  visit(B::template result<Real>(data));
  if constexpr (has<Outputs, B, Real>)
    std::apply([&](auto&... output) { (visit(output), ...); }, B::template outputs<Real>(data));
}

/// main() of a benchmark that prints a line a precision: a digest of its outputs.
template <typename B>
int print_outputs(int argc, const char* const* argv) {
  const Options options = parse_options(argc, argv, extra_options_of<B>());
  auto cls = choose_class<B>(options);
  if constexpr (has<ExtraOptions, B>) B::configure(cls, options);
  for_each_precision<B>([&](auto real) {
    using Real = decltype(real);
    auto data = B::template make<Real>(cls);
    Stopwatch watch;
    B::template run<Real>(cls, data, watch);
    Digest digest;
    add_outputs<B, Real>(digest, data);
    std::printf("outputs %s %016llx\n", precision_name<Real>(),
                static_cast<unsigned long long>(digest.state()));
  });
  return 0;
}

}  // namespace league

#define drive print_outputs  // for the main() that follows
