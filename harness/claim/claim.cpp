#include "league/claim.hpp"

#include <dlfcn.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "league/motion.hpp"

#ifdef _OPENACC
#include <openacc.h>
#endif

namespace league {
namespace {

// Appends to a buffer what fits, quotes and control characters escaped when `is_string`.
void append(char* buffer, unsigned long size, unsigned long& used, const char* text,
            bool is_string) {
  for (const char* c = text; *c != '\0' && used + 3 < size; ++c) {
    if (is_string && (*c == '"' || *c == '\\')) buffer[used++] = '\\';
    buffer[used++] = is_string && static_cast<unsigned char>(*c) < ' ' ? ' ' : *c;
  }
  buffer[used] = '\0';
}

template <typename... Values>
const char* formatted(char (&buffer)[64], const char* format, Values... values) {
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

// A line of its own; the file is opened for each, since the process may end at any time.
void write_line(const char* line) {
  const char* name = std::getenv("LEAGUE_CLAIM_RECORD");
  std::FILE* file = name == nullptr ? stdout : std::fopen(name, "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s\n", line);
  name == nullptr ? std::fflush(file) : std::fclose(file);
}

// What the device's runtime offers by this name where the device is emulated.
template <typename Answer>
Answer of_emulated(const char* name, Answer without) {
  void* const symbol = dlsym(RTLD_DEFAULT, name);
  return symbol == nullptr ? without : reinterpret_cast<Answer (*)()>(symbol)();
}

unsigned long findings() { return of_emulated("gpu_emulator_findings", 0UL); }

}  // namespace

Counted counted() {
  const auto motion = motion_so_far();
  if (!motion) return {false, 0, 0, 0};
  return {true, motion->launches, motion->to_device, motion->from_device};
}

#ifdef _OPENACC  // compiled for claims about OpenACC: GCC links no device code of both models
bool separate_memory() {
  static int array[4] = {1, 2, 3, 4};
  const bool differs = acc_create(array, sizeof array) != array;
  acc_delete(array, sizeof array);
  return differs;
}
#else
bool separate_memory() {
  if (omp_get_num_devices() == 0) return false;
  static int array[4] = {1, 2, 3, 4};
  int* address = array;
  bool differs = false;
  #pragma omp target data map(alloc : address[0 : 4])
  {
    #pragma omp target data use_device_ptr(address)
    differs = address != array;
  }
  return differs;
}
#endif

Claim::Claim(const char* id) : id_(id), findings_before_(findings()) {
  text_[0] = '\0';
  if (id[0] != '\0')
    launched_before_ = counted().launches;  // other claims of the program launch too
}
void Claim::ran(int on_host) { ++(on_host != 0 ? on_host_ : on_device_); }

bool Claim::lacks(bool met, const char* what) {
  if (met) return false;
  char reason[256];
  std::snprintf(reason, sizeof reason, "needs %s", what);
  write("skipped", reason);
  return true;
}
void Claim::needs(bool met, const char* what) {
  if (lacks(met, what)) std::exit(77);
}
void Claim::needs_devices(int count) {
  char what[64];
  needs(omp_get_num_devices() >= count, formatted(what, "%d devices", count));
}
void Claim::needs_separate_memory() { needs(separate_memory(), "a device with memory of its own"); }

void Claim::check(const char* what, const char* observed, const char* expected, bool passed) {
  ++checks_;
  if (!passed) ++failed_;
  if (passed && checks_ > 40) return;  // enough to read; failures are kept while there is room
  const auto put = [this](const char* text, bool is_string) {
    append(text_, sizeof text_, used_, text, is_string);
  };
  const unsigned long room = std::strlen(what) + std::strlen(observed) + std::strlen(expected);
  if (used_ + 2 * room + 80 > sizeof text_) return;
  put(used_ == 0 ? "{\"name\":\"" : ",{\"name\":\"", false);
  put(what, true);
  put("\",\"observed\":\"", false);
  put(observed, true);
  put("\",\"expected\":\"", false);
  put(expected, true);
  put(passed ? "\",\"passed\":true}" : "\",\"passed\":false}", false);
}

void Claim::holds(const char* what, bool is_so) {
  check(what, is_so ? "true" : "false", "true", is_so);
}
void Claim::equal(const char* what, long long observed, long long expected) {
  char a[64];
  char b[64];
  check(what, formatted(a, "%lld", observed), formatted(b, "%lld", expected), observed == expected);
}
void Claim::equal(const char* what, unsigned long long observed, unsigned long long expected) {
  char a[64];
  char b[64];
  check(what, formatted(a, "%llu", observed), formatted(b, "%llu", expected), observed == expected);
}
void Claim::equal(const char* what, double observed, double expected) {
  char a[64];
  char b[64];
  check(what, formatted(a, "%.17g", observed), formatted(b, "%.17g", expected),
        observed == expected);
}
void Claim::equal(const char* what, const void* observed, const void* expected) {
  // Addresses differ from run to run; what matters is whether they agree.
  check(what, observed == expected ? "the same address" : "another address", "the same address",
        observed == expected);
}
void Claim::near(const char* what, double observed, double expected, double tolerance) {
  char a[64];
  char b[64];
  const double error = observed > expected ? observed - expected : expected - observed;
  check(what, formatted(a, "%.17g", observed), formatted(b, "%.17g +- %.2g", expected, tolerance),
        error <= tolerance);
}

void Claim::moved(const Counted& before, long to_device, long from_device) {
  const Counted now = counted();
  if (!now.known) return;
  equal("bytes to the device", now.to_device - before.to_device, to_device);
  equal("bytes from the device", now.from_device - before.from_device, from_device);
}

void Claim::launched(const Counted& before, long launches) {
  const Counted now = counted();
  if (now.known) equal("launches", now.launches - before.launches, launches);
}

void Claim::note(const char* what, double value) {
  char text[64];
  check(what, formatted(text, "%.6g", value), "anything", true);
  --checks_;  // it says nothing about the claim
}

void Claim::must_end_here() { write("armed", ""); }

int Claim::survived() {
  write("survived", "the program went on where it had to end");
  return 1;
}

void Claim::write(const char* answer, const char* reason) {
  static char line[10000];
  const char* place =
      on_device_ > 0 ? (on_host_ > 0 ? "mixed" : "device") : (on_host_ > 0 ? "host" : "unproven");
  const Counted now = counted();
  char launches[64];
  formatted(launches, now.known ? "%ld" : "null", now.launches - launched_before_);
  std::snprintf(line, sizeof line,
                "{\"schema\":\"league-claim-1\",\"id\":\"%s\",\"answer\":\"%s\",\"reason\":\"%s\","
                "\"place\":\"%s\",\"devices\":%d,\"launches\":%s,\"checks\":[%s]}",
                id_, answer, reason, place, omp_get_num_devices(), launches, text_);
  write_line(line);
}

int Claim::verdict() {
  const char* answer = failed_ > 0 ? "wrong" : checks_ > 0 ? "pass" : "not-checked";
  if (findings() > findings_before_) {
    if (failed_ == 0) answer = "device-error";
    check("a finding", of_emulated("gpu_emulator_last_finding", ""), "none", false);
  }
  write(answer, "");
  if (answer[0] != 'p') return 1;
  return on_host_ > 0 ? 3 : 0;
}

}  // namespace league
