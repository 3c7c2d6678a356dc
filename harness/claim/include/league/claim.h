// League's claims for programs in C: what claim.hpp offers, as functions.
//
// A program in C makes one claim and it is not named; it begins when a function of this file is
// called first.  The rules are those of claim.hpp: tell where every region under test ran, observe,
// and end with `return league_verdict();`.
#pragma once

#include <omp.h>
#include <stdbool.h>

/// How often a thread looks whether another one came between; a device that is emulated is slow and
/// takes turns after few instructions.
#ifndef LEAGUE_LOOKS
#define LEAGUE_LOOKS 3000000
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Begins the next claim, where a program makes more than one.
void league_begin(const char* id);

/// A region under test tells where it ran: the value that omp_is_initial_device() had in it.
void league_ran(int on_host);

/// Ends the program as not observable unless `met`; `what` says what the claim needs.
void league_needs(bool met, const char* what);
void league_needs_separate_memory(void);

/// The same for one claim of several: says so and returns true, the program goes on.
bool league_lacks_separate_memory(void);

/// Whether the routines called in this file belong to the runtime that its directives work with.  A
/// claim about routines alone observes it: it says nothing about a compiler that passes over them.
static inline bool league_one_runtime(void) {
  int level = 0;
#ifdef _OPENMP  // a program of OpenACC knows no directive of OpenMP
  #pragma omp parallel num_threads(1) shared(level)
  level = omp_get_level();
#endif
  return level == 1;
}

/// Observations.  Floating-point values are equal only bit for bit or when both are zero.
void league_holds(const char* what, bool is_so);
void league_equal_integer(const char* what, long long observed, long long expected);
void league_equal_real(const char* what, double observed, double expected);
void league_near(const char* what, double observed, double expected, double tolerance);
void league_same_address(const char* what, const void* observed, const void* expected);

/// What the offload runtime launched and copied so far, as it reports it through the tools
/// interface.  Unknown (`known` is false) where the runtime has no such interface; never zero.
struct league_counted {
  bool known;
  long launches;
  long to_device;    ///< bytes
  long from_device;  ///< bytes
};
struct league_counted league_counted(void);

/// Bytes copied since `before`; nothing is observed where nobody counts.
void league_moved(struct league_counted before, long to_device, long from_device);

/// The same through pointers, for languages that pass no structures by value.
void league_count_now(struct league_counted* now);
void league_moved_since(const struct league_counted* before, long to_device, long from_device);

/// For programs that have to be terminated: stands right before what must not be survived, and
/// behind it; the latter is the exit code of main.
void league_must_end_here(void);
int league_survived(void);

/// Writes the record; the exit code of main.
int league_verdict(void);

#ifdef __cplusplus
}
#else
/// Observes numbers by the type that both have in common.  Any other type, long double and complex
/// among them, does not compile: none loses digits on the way.
#define league_equal(what, observed, expected)  \
  _Generic((observed) + (expected),             \
      int: league_equal_integer,                \
      unsigned: league_equal_integer,           \
      long: league_equal_integer,               \
      unsigned long: league_equal_integer,      \
      long long: league_equal_integer,          \
      unsigned long long: league_equal_integer, \
      float: league_equal_real,                 \
      double: league_equal_real)((what), (observed), (expected))
#endif
