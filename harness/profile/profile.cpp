// Writes down what the OpenMP runtime does for a program, operation by operation, with its times.
//
// A tool of the OpenMP tools interface (5.1, chapter 4) in a library of its own: a launch that is
// to be profiled names it in OMP_TOOL_LIBRARIES, and in LEAGUE_PROFILE the file it writes at the
// end. The counter inside an executable declines when it sees LEAGUE_PROFILE.
//
// A line per event, in the order in which they ended: kind, begin and end in nanoseconds of the
// steady clock, bytes, the directive's address relative to its program (0: not told), thread.
#include <dlfcn.h>
#include <omp-tools.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace {

long now() {
  const auto elapsed = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<long>(std::chrono::nanoseconds(elapsed).count());
}

struct Event {
  const char* kind;
  long begin;
  long end;
  std::size_t bytes;
  const void* place;  ///< of the directive, in the program
  int thread;
};

constexpr std::size_t most = 500'000;  // events beyond these are only counted

std::mutex mutex;
long dropped = 0;
int threads = 0;

/// All events; they are needed until the runtime ends, which is after static objects have gone.
std::vector<Event>& events() {
  static auto& all = *new std::vector<Event>;
  return all;
}

thread_local std::vector<long> begun;  // scopes of a thread nest
thread_local int number = -1;

/// Keeps an event when its scope ends.
void scope(ompt_scope_endpoint_t endpoint, const char* kind, std::size_t bytes, const void* place) {
  const long moment = now();
  if (endpoint == ompt_scope_begin) {
    begun.push_back(moment);
    return;
  }
  long begin = moment;
  if (endpoint == ompt_scope_end && !begun.empty()) {
    begin = begun.back();
    begun.pop_back();
  }
  const std::scoped_lock lock(mutex);
  if (number < 0) number = threads++;
  if (events().size() < most)
    events().push_back({kind, begin, moment, bytes, place, number});
  else
    ++dropped;
}

const char* name_of(ompt_target_t kind) {
  switch (kind) {
    case ompt_target:
    case ompt_target_nowait:
      return "target";
    case ompt_target_enter_data:
    case ompt_target_enter_data_nowait:
      return "enter-data";
    case ompt_target_exit_data:
    case ompt_target_exit_data_nowait:
      return "exit-data";
    case ompt_target_update:
    case ompt_target_update_nowait:
      return "update";
  }
  return "region";
}

const char* name_of(ompt_target_data_op_t kind) {
  switch (kind) {
    case ompt_target_data_alloc:
    case ompt_target_data_alloc_async:
      return "allocate";
    case ompt_target_data_transfer_to_device:
    case ompt_target_data_transfer_to_device_async:
      return "to";
    case ompt_target_data_transfer_from_device:
    case ompt_target_data_transfer_from_device_async:
      return "from";
    case ompt_target_data_delete:
    case ompt_target_data_delete_async:
      return "delete";
    default:
      return "other";
  }
}

void on_region(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int, ompt_data_t*, ompt_data_t*,
               ompt_data_t*, const void* place) {
  scope(endpoint, name_of(kind), 0, place);
}

void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t*, ompt_id_t*,
                  ompt_target_data_op_t kind, void*, int, void*, int, std::size_t bytes,
                  const void* place) {
  scope(endpoint, name_of(kind), bytes, place);
}

void on_kernel(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_id_t*, unsigned) {
  scope(endpoint, "kernel", 0, nullptr);
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  if (set_callback == nullptr) return 0;
  const auto set = [&](ompt_callbacks_t which, auto* callback) {
    set_callback(which, reinterpret_cast<ompt_callback_t>(callback));
  };
  set(ompt_callback_target_emi, on_region);
  set(ompt_callback_target_data_op_emi, on_operation);
  set(ompt_callback_target_submit_emi, on_kernel);
  return 1;  // keep the tool
}

/// Where an address lies in the program or library that holds it; 0 if none does.
long offset_of(const void* place) {
  Dl_info info;
  if (place == nullptr || dladdr(place, &info) == 0) return 0;
  return static_cast<const char*>(place) - static_cast<const char*>(info.dli_fbase);
}

void finalize(ompt_data_t*) {
  const char* path = std::getenv("LEAGUE_PROFILE");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file, "league-profile-1 %zu %ld\n", events().size(), dropped);
  for (const Event& event : events())
    std::fprintf(file, "%s %ld %ld %zu %ld %d\n", event.kind, event.begin, event.end, event.bytes,
                 offset_of(event.place), event.thread);
  std::fclose(file);
}

}  // namespace

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t tool = {initialize, finalize, {0}};
  return std::getenv("LEAGUE_PROFILE") == nullptr ? nullptr : &tool;
}
