// The tool that OMP_TOOL_LIBRARIES names: it says in the environment how far it came.
#if __has_include(<omp-tools.h>)
#include <omp-tools.h>

#include <cstdlib>

static int begin(ompt_function_lookup_t, int, ompt_data_t*) {
  setenv("LEAGUE_TOOL_FROM_LIBRARY", "initialised", 1);
  return 1;
}
static void end(ompt_data_t*) {}

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t tool = {begin, end, {0}};
  setenv("LEAGUE_TOOL_FROM_LIBRARY", "found", 1);
  return &tool;
}
#endif
