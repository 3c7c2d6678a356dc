// What a conformance program observed, and the verdict on it.
//
// A program makes a Claim, tells it where every region under test ran and what was observed there,
// and ends with `return claim.verdict();`.  Nothing observed is not a pass, neither is a region
// that nobody asked where it ran.
#pragma once

#include "league/claim.h"

namespace league {

using Counted = struct ::league_counted;
Counted counted();

/// Whether device 0 has memory of its own: the device address of a mapped array is not the host's.
/// False as well where there is no device.
bool separate_memory();

/// One claim's observations.  They go to the file named by LEAGUE_CLAIM_RECORD as a line of JSON,
/// or to standard output for people.
class Claim {
 public:
  /// `id` is needed only where one program makes several claims.
  explicit Claim(const char* id = "");
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  /// A region under test tells where it ran: the value that omp_is_initial_device() had in it.
  void ran(int on_host);

  /// Unless `met` the claim is not observable: says so and returns true.
  bool lacks(bool met, const char* what);

  /// Ends the program as not observable unless `met`; `what` says what the claim needs.
  void needs(bool met, const char* what);
  void needs_devices(int count);
  void needs_separate_memory();

  /// Observations.  Floating-point values are equal only bit for bit or when both are zero; NaN
  /// never is.
  void holds(const char* what, bool is_so);
  void equal(const char* what, int is, int wanted) { equal(what, 0LL + is, 0LL + wanted); }
  void equal(const char* what, long is, long wanted) { equal(what, 0LL + is, 0LL + wanted); }
  void equal(const char* what, long long observed, long long expected);
  void equal(const char* what, unsigned is, unsigned wanted) {
    equal(what, 0ULL + is, 0ULL + wanted);
  }
  void equal(const char* what, unsigned long is, unsigned long wanted) {
    equal(what, 0ULL + is, 0ULL + wanted);
  }
  void equal(const char* what, unsigned long long observed, unsigned long long expected);
  void equal(const char* what, double observed, double expected);
  void equal(const char* what, const void* observed, const void* expected);
  void near(const char* what, double observed, double expected, double tolerance);

  /// Bytes that were copied since `before`, each way.  Where the runtime does not count, nothing is
  /// observed; the claim has to stand on values alone.
  void moved(const Counted& before, long to_device, long from_device);
  void launched(const Counted& before, long launches);

  /// A value worth keeping that no verdict depends on.
  void note(const char* what, double value);

  /// For programs that have to be terminated: stands right before what must not be survived ...
  void must_end_here();
  /// ... and behind it.
  int survived();

  /// Writes the record; the exit code of main: 0 pass, 1 not, 3 right but on the host.  A right
  /// answer with which an emulated device's checks found a fault, a race for instance, is a
  /// `device-error`.
  int verdict();

 private:
  struct Text;
  void check(const char* what, const char* observed, const char* expected, bool passed);
  void write(const char* answer, const char* reason);

  const char* id_;
  unsigned long findings_before_ = 0;
  long launched_before_ = 0;
  int on_device_ = 0;
  int on_host_ = 0;
  int checks_ = 0;
  int failed_ = 0;
  char text_[8192];  // the checks, as JSON; no allocation, so that a broken heap cannot lose them
  unsigned long used_ = 0;
};

}  // namespace league
