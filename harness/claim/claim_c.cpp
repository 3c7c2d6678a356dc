#include <cstdio>
#include <optional>

#include "league/claim.hpp"

namespace {

std::optional<league::Claim> current;

league::Claim& the_claim() {
  if (!current) current.emplace();
  return *current;
}

}  // namespace

void league_begin(const char* id) {
  static char kept[128];  // a Fortran string is gone when the call is over
  std::snprintf(kept, sizeof kept, "%s", id);
  current.emplace(kept);
}

void league_ran(int on_host) { the_claim().ran(on_host); }
void league_needs(bool met, const char* what) { the_claim().needs(met, what); }
void league_needs_separate_memory() { the_claim().needs_separate_memory(); }
bool league_lacks_separate_memory() {
  return the_claim().lacks(league::separate_memory(), "a device with memory of its own");
}
void league_holds(const char* what, bool is_so) { the_claim().holds(what, is_so); }
void league_equal_integer(const char* what, long long observed, long long expected) {
  the_claim().equal(what, observed, expected);
}
void league_equal_real(const char* what, double observed, double expected) {
  the_claim().equal(what, observed, expected);
}
void league_near(const char* what, double observed, double expected, double tolerance) {
  the_claim().near(what, observed, expected, tolerance);
}
void league_same_address(const char* what, const void* observed, const void* expected) {
  the_claim().equal(what, observed, expected);
}
struct league_counted league_counted() { return league::counted(); }
void league_moved(struct league_counted before, long to_device, long from_device) {
  the_claim().moved(before, to_device, from_device);
}
void league_count_now(struct league_counted* now) { *now = league::counted(); }
void league_moved_since(const struct league_counted* before, long to_device, long from_device) {
  the_claim().moved(*before, to_device, from_device);
}
void league_must_end_here() { the_claim().must_end_here(); }
int league_survived() { return the_claim().survived(); }
int league_verdict() { return the_claim().verdict(); }
