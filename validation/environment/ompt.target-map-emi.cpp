// ompt.target-map-emi
// OpenMP 5.1, section 19.5: a tool can be told of the list of items that a region maps, with sizes
// and directions.
// Observed: the number of items, and the bytes to and from the device, for a region with three map
// clauses.
// Where: device
// Flags: -Wl,--allow-multiple-definition -Wl,--export-dynamic-symbol=ompt_start_tool
// Mutant: map(to : in) map(from : out) => map(tofrom : in) map(from : out)

#include "league/claim.hpp"

#if __has_include(<omp-tools.h>)
#include <omp-tools.h>

static bool told = false;
static int items = 0;
static long bytes[2] = {0, 0};

static void on_map(ompt_data_t*, unsigned count, void**, void**, size_t* sizes, unsigned* flags,
                   const void*) {
  for (unsigned i = 0; i < count; ++i) {
    ++items;
    if (flags[i] & ompt_target_map_flag_to) bytes[0] += static_cast<long>(sizes[i]);
    if (flags[i] & ompt_target_map_flag_from) bytes[1] += static_cast<long>(sizes[i]);
  }
}
static int begin(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  const auto answer = set(ompt_callback_target_map_emi, reinterpret_cast<ompt_callback_t>(on_map));
  told = answer == ompt_set_always;
  return 1;
}
static void end(ompt_data_t*) {}

// The program's own tool; it comes before the one that all claims are linked with.
extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t tool = {begin, end, {0}};
  return &tool;
}

int main() {
  league::Claim claim;
  claim.needs(told, "a runtime that reports the items that are mapped");
  int in[30] = {};
  int out[50];
  int on_host = 1;
  items = 0;
  bytes[0] = bytes[1] = 0;

  #pragma omp target map(to : in) map(from : out) map(from : on_host)
  {
    for (int i = 0; i < 50; ++i) out[i] = in[i % 30] + i;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.holds("all items were told", items >= 3);
  claim.equal("bytes to the device", bytes[0], static_cast<long>(sizeof in));
  claim.equal("bytes from the device", bytes[1], static_cast<long>(sizeof out + sizeof on_host));
  return claim.verdict();
}
#else
int main() {
  league::Claim claim;
  claim.needs(false, "a compiler with the tools interface");
  return claim.verdict();
}
#endif
