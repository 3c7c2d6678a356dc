// What statuses mean, for people.
#include <algorithm>
#include <iterator>

#include "hsa/process.hpp"

using namespace emu::hsa;

namespace {

struct Meaning {
  Status status;
  const char* text;
};

constexpr Meaning meanings[] = {
    {ok, "no error"},
    {stop_here, "a callback ended an iteration"},
    {invalid_memory_pool, "no such memory pool"},
    {aperture_violation, "a kernel accessed memory in the wrong window"},
    {illegal_instruction, "a kernel has an instruction that cannot be executed"},
    {memory_fault, "a kernel accessed memory that it may not"},
    {error, "an error"},
    {invalid_argument, "an argument is not valid"},
    {invalid_queue_creation, "such a queue cannot be created"},
    {invalid_allocation, "such memory cannot be allocated or freed"},
    {invalid_agent, "no such agent"},
    {invalid_region, "no such memory region"},
    {invalid_signal, "no such signal"},
    {invalid_queue, "no such queue"},
    {out_of_resources, "there is no memory left"},
    {invalid_packet_format, "a packet cannot be executed"},
    {not_initialized, "the runtime is not initialised"},
    {invalid_isa, "no such instruction set"},
    {invalid_code_object, "the code object is not valid"},
    {invalid_executable, "no such executable"},
    {frozen_executable, "the executable is frozen"},
    {invalid_symbol_name, "there is no symbol of this name"},
    {variable_already_defined, "the variable is defined already"},
    {variable_undefined, "a variable is not defined"},
    {exception, "a kernel was ended by a finding"},
    {invalid_executable_symbol, "no such symbol"},
    {invalid_code_object_reader, "no such code object reader"},
};

}  // namespace

EMU_API Status hsa_status_string(Status status, const char** text) {
  const auto* const found =
      std::find_if(std::begin(meanings), std::end(meanings),
                   [status](const Meaning& one) { return one.status == status; });
  if (!text || found == std::end(meanings)) return invalid_argument;
  *text = found->text;
  return ok;
}
