#include "check/known.hpp"

namespace emu {
namespace {

struct Known {
  std::string_view function;  // of a runtime; empty: any
  std::string_view variable;  // of a runtime, or how such names begin; empty: any
  std::string_view reason;
  bool same_value = false;  // of such alone
};

// Where it matters, a lane that is still in the loop calls a function and waits for ever: a
// finding.
constexpr std::string_view leaves_simd =
    "GCC: lanes leave a simd loop one after the other, and each clears the mark of its warp and "
    "gives its stack back";

// Each function that reads or writes it may be the one that comes second.
constexpr std::string_view turn_of_ordered =
    "libgomp: who comes to an ordered region reads plainly whose turn it is, and then waits for it";
constexpr std::string_view idle_thread =
    "libgomp: a thread that had no part in a region looks plainly, past the barrier of the team, "
    "whether the next has work for it, while the first thread hands that out";
constexpr std::string_view owner_of_lock =
    "libgomp: who wants a nested lock reads plainly whether it has it already";
constexpr std::string_view number_of_tasks =
    "libgomp: who makes a task reads plainly how many there are, which others change under a lock";
constexpr std::string_view one_for_all =
    "newlib: all threads have one errno, and one sign of the gamma function";

constexpr Known known[] = {
    {"gomp_team_barrier_wait_end", "",
     "libgomp: each thread reads the barrier's generation plainly as it arrives, the last adds to "
     "it"},
    {"gomp_nvptx_main", "",
     "libgomp: the first thread of each team writes the same defaults as the region begins"},
    {"gomp_gcn_enter_kernel", "",
     "libgomp: the first thread of each team writes the same defaults as the region begins"},
    {"gomp_init_task", "",
     "libgomp: a thread that left the last barrier of a parallel region still looks whether its "
     "task has dependences, which the next region's first thread sets to none again"},
    {"gomp_free_thread", "",
     "libgomp: the first thread of a team takes its pool apart while the others, which found that "
     "there is no work any more, still look at it"},
    {"gomp_ordered_sync", "", turn_of_ordered},
    {"GOMP_ordered_start", "", turn_of_ordered},
    {"gomp_ordered_first", "", turn_of_ordered},
    {"gomp_ordered_next", "", turn_of_ordered},
    {"gomp_ordered_last", "", turn_of_ordered},
    {"gomp_ordered_static_init", "", turn_of_ordered},
    {"gomp_ordered_static_next", "", turn_of_ordered},
    {"gomp_team_start", "", idle_thread},
    {"gomp_thread_start", "", idle_thread},
    {"omp_set_nest_lock", "", owner_of_lock},
    {"omp_unset_nest_lock", "", owner_of_lock},
    {"omp_test_nest_lock", "", owner_of_lock},
    {"GOMP_task", "", number_of_tasks},
    {"GOMP_taskloop", "", number_of_tasks},
    {"GOMP_taskloop_ull", "", number_of_tasks},
    {"gomp_barrier_handle_tasks", "", number_of_tasks},
    {"gomp_task_run_post_handle_dependers", "", number_of_tasks},
    {"", "gomp_global_icv",
     "libgomp: the first thread of each team writes the same defaults as the region begins, those "
     "of others read them"},
    {"", "__heap_lock_id",
     "newlib: who takes the lock of the heap reads plainly whether it has it already"},
    {"", "impure_data", one_for_all},
    {"", "errno", one_for_all},
    {"GOMP_teams4", "", "libgomp: each team writes the same number of teams"},
    {"omp_get_num_teams", "",
     "libgomp: a team reads the number of teams, which it wrote itself, while others write the "
     "same"},
    {"", "__nvptx_uni", leaves_simd, true},
    {"", "__nvptx_stacks", leaves_simd, true},
    {"", "_shared",
     "LLVM: where all threads of a team execute what its first one has to, each stores the same "
     "into the memory that the team shares",
     true},
    {"", "_ZN4ompx5state9TeamStateE",
     "LLVM: no barrier orders what threads do to the state of their team: the first one ends "
     "without one when there is no work any more, and each that nests a region says so for all"},
    {"", "_ZN4ompx5state12ThreadStatesE",
     "LLVM: threads that nest regions read plainly where their states are, which one of them "
     "tells the others by compare and swap"},
    {"", "_openmp_teams_reductions_buffer_$_",
     "LLVM: the last team reads what the others left; only those fenced"},
};

}  // namespace

std::string_view known_race(const std::string& function, const std::string& unit,
                            const std::string& detail, bool same_value) {
  for (const Known& one : known) {
    if (!one.function.empty() && (one.function != function || unit.empty())) continue;
    if (!one.variable.empty() &&
        detail.find("variable '" + std::string(one.variable)) == std::string::npos)
      continue;
    if (one.same_value && !same_value) continue;
    return one.reason;
  }
  return "";
}

}  // namespace emu
