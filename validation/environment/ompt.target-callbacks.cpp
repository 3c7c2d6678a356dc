// ompt.target-callbacks
// OpenMP 5.0, section 19.5: a tool is told of every target region, of every launch and of every
// copy with its size.
// Observed: how often each callback came, and the bytes each way, for a region that maps two
// arrays.
// Where: device
// Flags: -Wl,--allow-multiple-definition -Wl,--export-dynamic-symbol=ompt_start_tool
// Mutant: map(to : in) map(from : out) map(from : on_host) => map(tofrom : in) map(from : out)
// map(from : on_host)

#include "league/claim.hpp"

#if __has_include(<omp-tools.h>)
#include <omp-tools.h>

static bool told = false;  // whether the runtime promises to call all three
static int regions[2] = {0, 0};
static int launches[2] = {0, 0};
static long bytes[2] = {0, 0};

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int, ompt_data_t*,
                      ompt_data_t*, ompt_data_t*, const void*) {
  if (kind == ompt_target) ++regions[endpoint == ompt_scope_begin ? 0 : 1];
}
static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_id_t*, unsigned) {
  ++launches[endpoint == ompt_scope_begin ? 0 : 1];
}
static void on_copy(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, ompt_id_t*,
                    ompt_target_data_op_t kind, void*, int, void*, int, size_t size, const void*) {
  if (endpoint != ompt_scope_begin) return;
  if (kind == ompt_target_data_transfer_to_device) bytes[0] += static_cast<long>(size);
  if (kind == ompt_target_data_transfer_from_device) bytes[1] += static_cast<long>(size);
}
static int begin(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  told = set(ompt_callback_target_emi, reinterpret_cast<ompt_callback_t>(on_target)) ==
             ompt_set_always &&
         set(ompt_callback_target_submit_emi, reinterpret_cast<ompt_callback_t>(on_submit)) ==
             ompt_set_always &&
         set(ompt_callback_target_data_op_emi, reinterpret_cast<ompt_callback_t>(on_copy)) ==
             ompt_set_always;
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
  claim.needs_separate_memory();
  claim.needs(told, "a runtime that always reports regions, launches and copies");
  int in[30] = {};
  int out[50];
  int on_host = 1;
  for (int i = 0; i < 2; ++i) regions[i] = launches[i] = static_cast<int>(bytes[i] = 0);

  #pragma omp target map(to : in) map(from : out) map(from : on_host)
  {
    for (int i = 0; i < 50; ++i) out[i] = in[i % 30] + i;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 2; ++i) {
    claim.equal(i == 0 ? "regions that began" : "regions that ended", regions[i], 1);
    claim.equal(i == 0 ? "launches that began" : "launches that ended", launches[i], 1);
  }
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
