// Which accesses of different waves are ordered: what machine code tells of release and acquire,
// for the check of races that all devices share (check/races.hpp).  A wave is one thread of it.
#pragma once

#include <cstdint>
#include <memory>

#include "amd/waits.hpp"
#include "check/races.hpp"

namespace emu::amd {

struct Wave;
struct Group;

/// What a wave knows of its own accesses beside the clock that the check keeps.
struct WaveOrder {
  WarpClock* clock = nullptr;  // null: races are not checked
  Writer stored;               // its last plain store
  std::uint32_t complete = 0;  // stores of segments below have ended
  bool accessed = false;       // since that segment began
  // Of the instruction that executes: what it offers, once asked for, and whether it has taken what
  // anybody offered.
  Released offer;
  bool offers = false, took = false;
};

/// Of all waves of a dispatch.
class Order {
 public:
  void begin(std::uint32_t waves, std::uint32_t waves_a_group, bool wbinvl1_releases);
  void begin(Group& group);

  /// One lane's access to cells of memory; false: it is a race.
  bool access(Wave& wave, Cell* cells, std::uint64_t address, unsigned bytes,
              const races::Access& access);
  /// Before the lanes of an instruction: what has ended before a store or an atomic operation is
  /// offered by it.
  void before(Wave& wave, const races::Access& access, Writer number);
  /// At one of its addresses, which `key` tells apart: a strong read takes what was offered there,
  /// a write offers.  `few`: so few lanes that it may be a lock, a flag or a counter.
  void at(Wave& wave, std::uint64_t key, const Cell& cell, const races::Access& access, bool reads,
          bool few);
  bool known(std::uint64_t key) const {
    return key >= lowest_ && key <= highest_ && clocks_.released_at.count(key) != 0;
  }

  void met(Group& group);
  /// buffer_wbinvl1: nothing stale is read from here on.
  void invalidated(Wave& wave);

 private:
  void complete(Wave& wave);
  void make_offer(Wave& wave, bool in_lds);
  const std::shared_ptr<const Clock>& told();
  void take(Wave& wave);

  // Addresses of which it is known who offered what; what another wave wrote elsewhere offers what
  // anybody offered.
  static constexpr std::size_t most_addresses = 4096;

  LaunchClocks clocks_;
  std::uint64_t lowest_ = ~std::uint64_t{0}, highest_ = 0;  // among keys of those addresses
  bool wbinvl1_releases_ = false;                           // GCC's code
  Clock offered_;  // by wave: segments below were offered to somebody
  std::shared_ptr<const Clock> told_;
};

}  // namespace emu::amd
