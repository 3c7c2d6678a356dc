// Registers that are used before the operation that writes them has been waited for.
#include "amd/wave.hpp"

namespace emu::amd {

void Wave::issue(const Decoded& inst) {
  const bool in_order = !(inst.counts & counts_unordered);
  if (inst.counts & counts_vector) vector_operations.issue(in_order);
  if (inst.counts & counts_rest) rest_operations.issue(in_order);
}

void Wave::wait(std::uint32_t vector, std::uint32_t rest) {
  vector_operations.wait(vector);
  rest_operations.wait(rest);
}

Writer Wave::writer_of(const Decoded& inst) const {
  return {inst.counts & counts_vector ? vector_operations.issued : 0,
          inst.counts & counts_rest ? rest_operations.issued : 0};
}

void Wave::will_write(const Decoded& inst, unsigned reg, LaneMask mask) {
  if (!execution->machine.options.waits || !mask) return;
  const LaneMask before = under_way(v_writer[reg]) ? v_written_by[reg].lanes : 0;
  v_writer[reg] = writer_of(inst);
  v_written_by[reg] = {before | mask, pc};
}

void Wave::will_write_scalar(const Decoded& inst, unsigned reg) {
  if (!execution->machine.options.waits || reg >= scalar::registers) return;
  s_writer[reg] = writer_of(inst).rest;
  s_written_by[reg] = pc;
}

std::uint32_t* Wave::result_of(const Decoded& inst, unsigned reg) {
  const Writer& writer = v_writer[reg];
  const bool vector = vector_operations.under_way(writer.vector);
  const bool rest = rest_operations.under_way(writer.rest);
  // Those of one counter write in their order.
  const unsigned own = inst.counts & (counts_vector | counts_rest | counts_unordered);
  if ((vector || rest) &&
      own != ((vector ? unsigned{counts_vector} : 0u) | (rest ? unsigned{counts_rest} : 0u)))
    used_too_early(reg);
  return v.data() + std::size_t{reg} * lanes;
}

namespace {

std::string not_waited_for(const Wave& wave, const std::string& reg, std::uint64_t from) {
  Code& code = wave.execution->code;
  return reg + " is used before a wait for " + std::string(code.at(from).name) + " at " +
         code.place(from);
}

}  // namespace

void Wave::used_too_early(unsigned reg) {
  const std::string_view name = execution->code.at(pc).name;
  const bool any_lane = name == "v_readlane_b32" || name == "v_writelane_b32";
  const LaneMask used = v_written_by[reg].lanes & (any_lane ? every_lane : exec());
  if (!used) return;
  v_writer[reg] = {};
  const bool accumulates = execution->accumulation && reg >= execution->accumulation;
  found(Fault::missing_wait, static_cast<unsigned>(__builtin_ctzll(used)),
        not_waited_for(*this,
                       accumulates ? "a" + std::to_string(reg - execution->accumulation)
                                   : "v" + std::to_string(reg),
                       v_written_by[reg].pc));
}

void Wave::scalar_used_too_early(unsigned reg) {
  s_writer[reg] = 0;
  found(Fault::missing_wait, 0,
        not_waited_for(*this, "s" + std::to_string(reg), s_written_by[reg]));
}

}  // namespace emu::amd
