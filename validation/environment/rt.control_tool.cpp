// rt.control_tool
// OpenMP 5.0, section 18.14: omp_control_tool says whether a tool took a command: without one it
// returns omp_control_tool_notool, or nocallback where a tool has no callback for it.
// Observed: the answers to three commands.
// Where: host
// Mutant: omp_control_tool(omp_control_tool_pause, 0, nullptr) => 7

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const auto none = [](int said) {
    return said == omp_control_tool_notool || said == omp_control_tool_nocallback;
  };
  int level = 0;
  #pragma omp parallel num_threads(1) shared(level)
  level = omp_get_level();
  claim.equal("nesting level", level, 1);
  claim.holds("start", none(omp_control_tool(omp_control_tool_start, 0, nullptr)));
  claim.holds("pause", none(omp_control_tool(omp_control_tool_pause, 0, nullptr)));
  claim.holds("end", none(omp_control_tool(omp_control_tool_end, 0, nullptr)));
  return claim.verdict();
}
