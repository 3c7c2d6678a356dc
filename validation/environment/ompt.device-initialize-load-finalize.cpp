// ompt.device-initialize-load-finalize
// OpenMP 5.0, section 19.5: a tool is told once of the initialisation of a device that the program
// uses, and of the image loaded to it.
// Observed: callbacks for the device of two regions: one initialisation, at least one image, and no
// end while the program runs.
// Where: device
// Flags: -Wl,--allow-multiple-definition -Wl,--export-dynamic-symbol=ompt_start_tool
// Mutant: ++initialised[device] => initialised[device] += 2

#include "league/claim.hpp"

#if __has_include(<omp-tools.h>)
#include <omp-tools.h>

constexpr int most = 64;
static bool told = false;  // whether the runtime promises to call these
static bool tells_loads = false;
static int initialised[most];
static int loaded[most];
static int finalised = 0;

static void on_initialize(int device, const char*, ompt_device_t*, ompt_function_lookup_t,
                          const char*) {
  if (device >= 0 && device < most) ++initialised[device];
}
static void on_finalize(int) { ++finalised; }
static void on_load(int device, const char*, int64_t, void*, size_t, void*, void*, uint64_t) {
  if (device >= 0 && device < most) ++loaded[device];
}
static int begin(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  told = set(ompt_callback_device_initialize, reinterpret_cast<ompt_callback_t>(on_initialize)) ==
         ompt_set_always;
  tells_loads =
      set(ompt_callback_device_load, reinterpret_cast<ompt_callback_t>(on_load)) == ompt_set_always;
  set(ompt_callback_device_finalize, reinterpret_cast<ompt_callback_t>(on_finalize));
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
  claim.needs(told, "a runtime that reports the initialisation of devices");
  claim.needs_devices(1);
  int on_host[2] = {1, 1};
  for (int i = 0; i < 2; ++i) {
    #pragma omp target map(tofrom : on_host)
    on_host[i] = omp_is_initial_device();
  }

  const int device = omp_get_default_device();
  for (int one : on_host) claim.ran(one);
  int twice = 0;
  for (int one : initialised) twice += one > 1;
  claim.equal("initialisations", initialised[device], 1);
  claim.equal("devices initialised more than once", twice, 0);
  if (tells_loads) claim.holds("an image was loaded", loaded[device] > 0);
  claim.note("images loaded", loaded[device]);
  claim.equal("devices that ended already", finalised, 0);
  return claim.verdict();
}
#else
int main() {
  league::Claim claim;
  claim.needs(false, "a compiler with the tools interface");
  return claim.verdict();
}
#endif
