// cp.async.bulk: copies of many bytes between global and shared memory, each of one thread, that
// take place when they are waited for.
#include "exec/accessor.hpp"
#include "exec/memory_ops.hpp"

namespace emu {
namespace {

constexpr unsigned piece = 16;  // bytes; all addresses and sizes are multiples
constexpr unsigned wavefront_bytes = 128;

/// The warp that issued a copy does it, wherever it stands by now.
class InPlaceOf {
 public:
  explicit InPlaceOf(const BulkCopy& copy) : warp_(*copy.warp), frame_(copy.warp->frame) {
    of_copy_.function = copy.function;
    warp_.frame = &of_copy_;
  }
  ~InPlaceOf() { warp_.frame = frame_; }
  InPlaceOf(const InPlaceOf&) = delete;
  InPlaceOf& operator=(const InPlaceOf&) = delete;

 private:
  Warp& warp_;
  Frame* const frame_;
  Frame of_copy_;
};

const BulkCopies& operands(const BulkCopy& copy) {
  return copy.function->bulk_copies[copy.inst->extra];
}

/// Sixteen bytes at an end of a copy, as an access of its own.
class Piece {
 public:
  Piece(const BulkCopy& copy, Space space, Use use, std::uint64_t address)
      : lane_(copy.lane), end_(*copy.inst), accessor_(accessor(copy, space, use, address)) {
    accessor_.hand_on();
    bytes_ = accessor_.at(lane_);
  }
  std::uint8_t* bytes() const { return bytes_; }  // null after a finding
  const Undefined& undefined() const { return accessor_.undefined(); }
  void put(const std::uint8_t* from, const Undefined& undefined) {
    std::memcpy(bytes_, from, piece);
    if (undefined.bytes) accessor_.stored_undefined(lane_, 0, undefined.bytes, undefined.computed);
  }

 private:
  Accessor accessor(const BulkCopy& copy, Space space, Use use, std::uint64_t address) {
    end_.space = space;
    end_.bytes = piece;
    end_.count = 1;
    end_.strong = false;
    end_.of_cluster = true;
    std::uint64_t addresses[warp_lanes] = {};
    addresses[lane_] = address;
    return {*copy.warp, end_, Mask{1} << lane_, use, addresses};
  }

  unsigned lane_;
  Inst end_;
  Accessor accessor_;
  std::uint8_t* bytes_ = nullptr;
};

/// Reads the source into the copy.  False after a finding.
bool read_source(BulkCopy& copy) {
  const InPlaceOf issuer(copy);
  copy.data.resize(copy.bytes);
  copy.undefined.clear();
  for (std::uint32_t at = 0; at < copy.bytes; at += piece) {
    const Piece source(copy, operands(copy).from.space, Use::load, copy.from + at);
    if (!source.bytes()) return false;
    std::memcpy(copy.data.data() + at, source.bytes(), piece);
    copy.undefined.push_back(source.undefined());
  }
  return true;
}

void write_target(const BulkCopy& copy) {
  const InPlaceOf issuer(copy);
  for (std::uint32_t at = 0; at < copy.bytes; at += piece) {
    Piece target(copy, operands(copy).to.space, Use::store, copy.to + at);
    if (!target.bytes()) return;
    target.put(copy.data.data() + at, copy.undefined[at / piece]);
  }
}

/// It may begin as soon as it is issued: what others did at both ends before has to be over, and
/// until it is waited for nobody knows what lies where it goes to.  False after a finding.
bool reach_both_ends(BulkCopy& copy) {
  if (!read_source(copy)) return false;
  copy.data.clear();
  Launch& launch = *copy.warp->launch;
  const bool to_shared = operands(copy).to.space == Space::shared;
  for (std::uint32_t at = 0; at < copy.bytes; at += piece) {
    const Piece target(copy, operands(copy).to.space, Use::store, copy.to + at);
    if (!target.bytes()) return false;
    if (!launch.options.uninitialised) continue;
    std::uint64_t place = copy.to + at;
    if (to_shared)
      std::memset(reached(*copy.warp->block, place)->shared_written.data() + place, 0, piece);
    else if (launch.memory->usable(copy.to + at, piece))
      std::memset(launch.memory->shadow(copy.to + at), allocated, piece);
  }
  return true;
}

std::uint64_t address_of(Warp& warp, const Inst& inst, const BulkCopies::Place& place,
                         unsigned lane) {
  std::uint64_t address = static_cast<std::uint64_t>(place.offset);
  if (place.at != nowhere) {
    address += place.narrow ? warp.lanes<std::uint32_t>(place.at)[lane]
                            : warp.lanes<std::uint64_t>(place.at)[lane];
    if (warp.frame->undefined)
      check_register(warp, inst, place.at, place.narrow ? 4 : 8, Mask{1} << lane, "is an address");
  }
  if (place.space == Space::shared && address - shared_window < window_bytes)
    address -= shared_window;
  return address;
}

/// Sectors at the end in global memory and wavefronts at the other; all of it is one request.
void count(Warp& warp, const BulkCopy& copy) {
  const bool to_shared = operands(copy).to.space == Space::shared;
  const bool within = to_shared && operands(copy).from.space == Space::shared;  // the cluster
  const std::uint64_t begin = to_shared ? copy.from : copy.to;
  InstCount& counted = warp.counts[warp.pc];
  const std::uint64_t requests = counted.requests + 1;
  constexpr std::uint64_t whole = piece * warp_lanes;
  for (std::uint64_t at = begin; !within && at < begin + copy.bytes; at += whole - at % whole) {
    std::uint64_t pieces[warp_lanes] = {};
    Mask mask = 0;
    const std::uint64_t end = std::min(begin + copy.bytes, at + whole - at % whole);
    for (unsigned i = 0; i < (end - at) / piece; ++i) {
      pieces[i] = at + i * piece;
      mask |= Mask{1} << i;
    }
    count_sectors(counted, pieces, mask, piece);
    if (Beyond* const beyond = warp.launch->beyond)
      count_misses(*beyond, *warp.launch->counts, pieces, mask, piece, to_shared, !to_shared);
  }
  counted.requests = requests;
  const std::uint64_t wavefronts = (copy.bytes + wavefront_bytes - 1) / wavefront_bytes;
  counted.wavefronts += wavefronts;
  counted.least_wavefronts += wavefronts;
}

bool is_aligned(Warp& warp, const BulkCopy& copy) {
  if ((copy.from | copy.to | copy.bytes) % piece == 0) return true;
  add_finding(Fault::misaligned, warp, *copy.inst, copy.lane,
              "copy of " + std::to_string(copy.bytes) + " bytes from " + hex(copy.from) + " to " +
                  hex(copy.to) + ": all three have to be multiples of 16");
  return false;
}

}  // namespace

void begin_bulk_copy(Warp& warp, const Inst& inst, Mask mask) {
  const Function& function = *warp.frame->function;
  const BulkCopies& what = function.bulk_copies[inst.extra];
  warp.used = std::max(warp.used, warp.pc + 1);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    BulkCopy copy;
    copy.inst = &inst;
    copy.function = &function;
    copy.warp = &warp;
    copy.lane = lane;
    copy.from = address_of(warp, inst, what.from, lane);
    copy.to = address_of(warp, inst, what.to, lane);
    copy.bytes = warp.lanes<std::uint32_t>(what.bytes)[lane];
    if (warp.frame->undefined)
      check_register(warp, inst, what.bytes, 4, Mask{1} << lane, "is a number of bytes");
    if (!is_aligned(warp, copy) || !reach_both_ends(copy)) continue;
    if (warp.launch->options.counts) count(warp, copy);
    if (what.barrier.space == Space::shared) {
      std::uint64_t place = address_of(warp, inst, what.barrier, lane);
      copy.barrier = Accessor::key_of(*warp.block, place);
      if (Block* const owner = reached(*warp.block, place))
        owner->bulk_copies.push_back(std::move(copy));
      else
        add_finding(Fault::out_of_bounds, warp, inst, lane, "a barrier in no block of the cluster");
    } else {
      copy.group = warp.bulk_group[lane];
      warp.bulk_copies.push_back(std::move(copy));
    }
  }
  warp.launch->changed();
}

bool next_bulk_copy(Block& block, std::uint64_t barrier, BulkCopy& done) {
  auto& copies = block.bulk_copies;
  const auto found = std::find_if(copies.begin(), copies.end(),
                                  [&](const BulkCopy& copy) { return copy.barrier == barrier; });
  if (found == copies.end()) return false;
  done = std::move(*found);
  copies.erase(found);
  if (read_source(done)) write_target(done);
  return true;
}

void commit_bulk_copies(Warp& warp, const Inst&, Mask mask) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane) warp.bulk_group[lane] += in(mask, lane);
}

namespace {

/// Those copies of groups for which `over` holds have read their source; if told to, they end.
template <typename F>
void wait_where(Warp& warp, bool written, F over) {
  auto& copies = warp.bulk_copies;
  for (BulkCopy& copy : copies) {
    if (!over(copy)) continue;
    if (copy.data.empty() && !read_source(copy)) copy.bytes = 0;
    if (written) write_target(copy);
  }
  if (written) copies.erase(std::remove_if(copies.begin(), copies.end(), over), copies.end());
}

}  // namespace

void wait_for_bulk_copies(Warp& warp, const Inst& inst, Mask mask) {
  wait_where(warp, inst.strong, [&](const BulkCopy& copy) {
    return in(mask, copy.lane) && copy.group + inst.extra < warp.bulk_group[copy.lane];
  });
}

void finish_bulk_copies(Warp& warp, Mask lanes) {
  wait_where(warp, true, [&](const BulkCopy& copy) { return in(lanes, copy.lane); });
}

}  // namespace emu
