// Tables of what instructions do, by their names.
#pragma once

#include <string>
#include <tuple>
#include <unordered_map>

#include "amd/operands.hpp"

namespace emu::amd {

using Meanings = std::unordered_map<std::string, Run>;

void add_scalar(Meanings& to);
void add_scalar_control(Meanings& to);
void add_integers(Meanings& to);
void add_reals(Meanings& to);
void add_conversions(Meanings& to);
void add_compares(Meanings& to);
void add_lane_moves(Meanings& to);
void add_small(Meanings& to);
void add_packed(Meanings& to);
void add_rare(Meanings& to);
void add_memory(Meanings& to);
void add_shared(Meanings& to);

/// What a table calls: a function of one lane's values without a state of its own.
template <class L>
struct Kept {
  inline static const L* function = nullptr;
};

template <class L>
void keep(const L& function) {
  static const L kept = function;
  Kept<L>::function = &kept;
}

template <class T>
struct LaneValues {
  alignas(32) T values[lanes];
};

template <class L, class R, class... A>
void over_lanes(const L& function, R* __restrict out, const A*... sources) {
#pragma GCC ivdep
  for (unsigned lane = 0; lane < lanes; ++lane) out[lane] = function(sources[lane]...);
}

template <bool keeps_half, class L, class R, class... A, std::size_t... I>
void lanewise(Wave& wave, const Decoded& inst, std::index_sequence<I...>) {
  if (!wave.active) return;
  LaneValues<R> out;
  std::tuple<LaneValues<A>...> made;
  over_lanes(*Kept<L>::function, out.values, fetch<A>(wave, inst, I, std::get<I>(made).values)...);
  store<R>(wave, inst, out.values, keeps_half);
}

template <bool keeps_half, class L, class R, class... A>
Run lanewise_run(R (L::*)(A...) const) {
  return [](Wave& wave, const Decoded& inst) {
    lanewise<keeps_half, L, R, A...>(wave, inst, std::index_sequence_for<A...>());
  };
}

/// An instruction that does the same in each lane: sources and result are those of the function.
template <class L>
Run each_lane(const L& function) {
  keep(function);
  return lanewise_run<false, L>(&L::operator());
}

/// The same with 16 bits of result, beside which the other half of the register stays.
template <class L>
Run each_lane_half(const L& function) {
  keep(function);
  return lanewise_run<true, L>(&L::operator());
}

}  // namespace emu::amd
