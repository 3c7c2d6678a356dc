// ompt.host-callbacks
// OpenMP 5.0, section 19.5: a tool gets a callback where a parallel region begins and ends, and
// one for each implicit task's begin.
// Observed: the callbacks for two regions, in pairs.
// Where: host
// Flags: -Wl,--allow-multiple-definition -Wl,--export-dynamic-symbol=ompt_start_tool
// Mutant: i < 2; => i < 1;
// Mutant: ++ends => ends += 2

#if __has_include(<omp-tools.h>)
#include <omp-tools.h>
#endif

#include "league/claim.hpp"

static int begins = 0;
static int ends = 0;
static int asked = 0;

#if __has_include(<omp-tools.h>)
static void on_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t*, unsigned threads, int,
                     const void*) {
  ++begins;
  asked = static_cast<int>(threads);
}
static void on_end(ompt_data_t*, ompt_data_t*, int, const void*) { ++ends; }

static int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set(ompt_callback_parallel_begin, reinterpret_cast<ompt_callback_t>(on_begin));
  set(ompt_callback_parallel_end, reinterpret_cast<ompt_callback_t>(on_end));
  return 1;
}
static void finalize(ompt_data_t*) {}

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
  return &tool;
}
static bool has_tools = true;
#else
static bool has_tools = false;
#endif

int main() {
  league::Claim claim;
  claim.needs(has_tools, "a compiler with the tools interface");
  int threads = 0;
  for (int i = 0; i < 2; ++i) {
    #pragma omp parallel num_threads(3) reduction(+ : threads)
    threads += omp_get_level();
  }
  claim.holds("threads", threads >= 2);
  claim.equal("regions begun", begins, 2);
  claim.equal("regions ended", ends, 2);
  claim.equal("threads asked for", asked, 3);
  return claim.verdict();
}
