// Counts launches and copies through the OpenMP tools interface (OpenMP 5.1, chapter 4).  The tool
// is part of the executable: the runtime finds ompt_start_tool by name.
#include <omp-tools.h>

#include <atomic>
#include <cstdlib>

#include "league/guard.hpp"
#include "league/motion.hpp"

namespace {

std::atomic<long> launches{0};
std::atomic<long> to_device{0};
std::atomic<long> from_device{0};
bool counts = false;  // whether the runtime promises to report every event

void on_copy(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, ompt_id_t*,
             ompt_target_data_op_t kind, void*, int, void*, int, size_t bytes, const void*) {
  const bool to = kind == ompt_target_data_transfer_to_device ||
                  kind == ompt_target_data_transfer_to_device_async;
  const bool from = kind == ompt_target_data_transfer_from_device ||
                    kind == ompt_target_data_transfer_from_device_async;
  if (!to && !from) return;
  const bool begins = endpoint != ompt_scope_end;
  league::guard_copies(begins ? 1 : -1);
  if (begins) (to ? to_device : from_device) += static_cast<long>(bytes);
}

void on_launch(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_id_t*, unsigned) {
  const bool begins = endpoint != ompt_scope_end;
  league::guard_kernels(begins ? 1 : -1);
  if (begins) ++launches;
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  if (set_callback == nullptr) return 0;
  const auto copies =
      set_callback(ompt_callback_target_data_op_emi, reinterpret_cast<ompt_callback_t>(on_copy));
  const auto submits =
      set_callback(ompt_callback_target_submit_emi, reinterpret_cast<ompt_callback_t>(on_launch));
  counts = copies == ompt_set_always && submits == ompt_set_always;
  return 1;  // keep the tool
}

void finalize(ompt_data_t*) {}

}  // namespace

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
  return std::getenv("LEAGUE_PROFILE") == nullptr ? &tool : nullptr;  // another tool is wanted
}

std::optional<league::Motion> league::motion_so_far() {
  if (!counts) return std::nullopt;
  return Motion{launches, to_device, from_device};
}
