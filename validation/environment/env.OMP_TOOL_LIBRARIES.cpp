// env.OMP_TOOL_LIBRARIES
// OpenMP 5.0, section 21.3.2: the runtime looks for a tool in the libraries that OMP_TOOL_LIBRARIES
// lists, where the program itself has none that wants to be active.
// Observed: the library that the variable names is loaded and its tool initialised; the tool leaves
// a note in the environment.
// Where: host
// Environment: OMP_TOOL_LIBRARIES=./libenv_OMP_TOOL_LIBRARIES_part.so
// Flags: -Wl,--allow-multiple-definition -Wl,--export-dynamic-symbol=ompt_start_tool
// With: env.OMP_TOOL_LIBRARIES.part.cpp as shared
// Mutant: static bool wanted = false; => static bool wanted = true;

#include "league/claim.hpp"

#if __has_include(<omp-tools.h>)
#include <omp-tools.h>

#include <cstdlib>
#include <cstring>

static bool wanted = false;

static int begin(ompt_function_lookup_t, int, ompt_data_t*) { return 1; }
static void end(ompt_data_t*) {}

// The program's own tool, which comes first and does not want to be active.
extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t tool = {begin, end, {0}};
  return wanted ? &tool : nullptr;
}

int main() {
  league::Claim claim;
  int threads = 0;
  #pragma omp parallel reduction(+ : threads)
  threads += omp_get_level();  // 1 in the region

  const char* note = std::getenv("LEAGUE_TOOL_FROM_LIBRARY");
  claim.holds("threads ran", threads > 0);
  claim.holds("the library's tool was found", note != nullptr);
  claim.holds("it was initialised", note != nullptr && std::strcmp(note, "initialised") == 0);
  return claim.verdict();
}
#else
static bool wanted = false;

int main() {
  league::Claim claim;
  claim.needs(wanted, "a compiler with the tools interface");
  return claim.verdict();
}
#endif
