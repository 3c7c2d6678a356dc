// ompt.device-trace-records
// OpenMP 5.0, section 19.5: where a device offers tracing, a tool that started it gets the records
// of the device in buffers; every kernel has one.
// Observed: kernel records in the buffers after three regions and a flush.
// Where: device
// Flags: -Wl,--allow-multiple-definition -Wl,--export-dynamic-symbol=ompt_start_tool
// Mutant: regions = 3 => regions = 4

#include "league/claim.hpp"

#if __has_include(<omp-tools.h>)
#include <omp-tools.h>

static ompt_device_t* device = nullptr;
static ompt_start_trace_t start = nullptr;
static ompt_flush_trace_t flush = nullptr;
static ompt_stop_trace_t stop = nullptr;
static ompt_set_trace_ompt_t trace = nullptr;
static ompt_advance_buffer_cursor_t advance = nullptr;
static ompt_get_record_ompt_t record_of = nullptr;
static int kernels = 0;
alignas(64) static char storage[65536];

template <typename F>
static void find(F& function, ompt_function_lookup_t lookup, const char* name) {
  function = reinterpret_cast<F>(lookup(name));
}
static void on_request(int, ompt_buffer_t** buffer, size_t* bytes) {
  *buffer = storage;
  *bytes = sizeof storage;
}
static void on_complete(int, ompt_buffer_t* buffer, size_t bytes, ompt_buffer_cursor_t cursor,
                        int) {
  for (bool more = bytes > 0; more;) {
    ompt_record_ompt_t* record = record_of(buffer, cursor);
    if (record == nullptr) break;
    kernels += record->type == ompt_callback_target_submit;
    ompt_buffer_cursor_t next = cursor;
    more = advance(device, buffer, bytes, cursor, &next) != 0;
    cursor = next;
  }
}
static void on_initialize(int number, const char*, ompt_device_t* handle,
                          ompt_function_lookup_t lookup, const char*) {
  if (number != 0 || lookup == nullptr) return;
  device = handle;
  find(start, lookup, "ompt_start_trace");
  find(flush, lookup, "ompt_flush_trace");
  find(stop, lookup, "ompt_stop_trace");
  find(trace, lookup, "ompt_set_trace_ompt");
  find(advance, lookup, "ompt_advance_buffer_cursor");
  find(record_of, lookup, "ompt_get_record_ompt");
}
static int begin(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set(ompt_callback_device_initialize, reinterpret_cast<ompt_callback_t>(on_initialize));
  return 1;
}
static void end(ompt_data_t*) {}

// The program's own tool; it comes before the one that all claims are linked with.
extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t tool = {begin, end, {0}};
  return &tool;
}

static int where() {
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  return on_host;
}

int main() {
  league::Claim claim;
  where();  // initialises the device
  const bool offered = start != nullptr && flush != nullptr && stop != nullptr &&
                       trace != nullptr && advance != nullptr && record_of != nullptr;
  claim.needs(offered, "a device that offers tracing");
  trace(device, 1, ompt_callback_target_submit);
  claim.holds("tracing began", start(device, on_request, on_complete) != 0);
  const int regions = 3;
  for (int i = 0; i < 3; ++i) claim.ran(where());
  flush(device);
  stop(device);
  claim.equal("records of kernels", kernels, regions);
  return claim.verdict();
}
#else
int main() {
  league::Claim claim;
  claim.needs(false, "a compiler with the tools interface");
  return claim.verdict();
}
#endif
