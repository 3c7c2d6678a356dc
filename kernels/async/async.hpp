#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// An array goes to the device, is worked on and comes back, in chunks: can the three overlap?
struct Async {
  static constexpr std::string_view name = "async";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;       // elements
    int chunks;  // into which they are cut
    int rounds;  // of the generator that works on every element
    int share;   // percent of the elements that the host works on, where it works, too
  };
  static constexpr std::array classes{
      Class{'S', 10113, 7, 20, 30},        Class{'W', 1000003, 16, 20, 30},
      Class{'A', 10000019, 16, 40, 30},    Class{'B', 100000007, 32, 100, 30},
      Class{'C', 1000000007, 64, 100, 30},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1000, 2000000000},
      league::Parameter<Class>{"chunks", &Class::chunks, 1, 1000},
      league::Parameter<Class>{"rounds", &Class::rounds, 1, 1000000},
      league::Parameter<Class>{"share", &Class::share, 0, 99},  // the device has some, always
  };

  /// First element of a chunk; that of the next one is its end.  Chunks may differ by one element.
  static int begin_of(const Class& cls, int chunk) { return int(long(cls.n) * chunk / cls.chunks); }

  /// Where the device's elements begin, if the host works on those before.
  static int device_begin(const Class& cls) { return int(long(cls.n) * cls.share / 100); }

  /// As long as this lives, a guarded run leaves the arrays of the host open to it while a kernel
  /// runs beside.
  struct HostAtWork {
    HostAtWork() { league::guard_copies(+1); }
    ~HostAtWork() { league::guard_copies(-1); }
    HostAtWork(const HostAtWork&) = delete;
    HostAtWork& operator=(const HostAtWork&) = delete;
  };

  template <typename Real>
  struct Data {
    league::vector<Real> x;  // n; input
    league::vector<Real> y;  // n; the answer, starts poisoned
    int idle_devices = 0;    // devices that were asked to run a region and did not
    std::size_t shift = 0;   // of what x is made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: y = the number `cls.rounds` steps behind x in the
  /// sequence v -> (5 v + 1) modulo 4096.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.y;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.y);
  }

  static league::Work work(const Class& cls, std::size_t real_bytes);

  /// What of it the device does: in variants named after it the host has its share.
  template <typename Real>
  static league::Work work_done(const Class& cls, const Data<Real>& data);
};
