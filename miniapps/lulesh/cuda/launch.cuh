// How the kernels of this variant are laid out, and how blocks bring together what they found.
#pragma once

#include <cuda_runtime.h>

#include "league/cuda.hpp"
#include "lulesh_body.hpp"
#include "lulesh_fields.hpp"

namespace lulesh {

constexpr int threads = 128;  ///< of a block: few, for each keeps an element in its registers

inline unsigned blocks_for(int count) { return unsigned((count + threads - 1) / threads); }

__device__ inline int my_index() { return int(blockIdx.x) * threads + int(threadIdx.x); }

/// Where blocks bring together what limits the next time step.  Numbers that are not negative are
/// ordered as their bits are, and as whole numbers the negative ones come before them.
struct Meeting {
  long long crossing;
  long long rate;
  long long volume;
  long long q;
  unsigned arrived;  ///< blocks of the launch; zero again after it
};

__device__ inline Limits joined(const Limits& a, const Limits& b) {
  return {smaller(a.crossing, b.crossing), larger(a.rate, b.rate), smaller(a.volume, b.volume),
          larger(a.q, b.q)};
}

/// Joins what all threads of a launch have found.  The block that comes last tells the host, and
/// clears the table for the next launch.  All threads of a block call it.
__device__ inline void bring_together(Limits mine, const Meeting& empty, Meeting* table,
                                      Limits* for_host) {
  mine = league::block_reduce<threads>(
      mine, [](const Limits& a, const Limits& b) { return joined(a, b); });
  if (threadIdx.x != 0) return;
  atomicMin(&table->crossing, __double_as_longlong(mine.crossing));
  atomicMax(&table->rate, __double_as_longlong(mine.rate));
  atomicMin(&table->volume, __double_as_longlong(mine.volume));
  atomicMax(&table->q, __double_as_longlong(mine.q));
  __threadfence();
  if (atomicInc(&table->arrived, gridDim.x - 1) != gridDim.x - 1) return;
  __threadfence();
  const volatile Meeting* all = table;
  *for_host = {__longlong_as_double(all->crossing), __longlong_as_double(all->rate),
               __longlong_as_double(all->volume), __longlong_as_double(all->q)};
  *table = empty;
}

/// A table on the device, and a place in the host's memory that the device writes to, so that a
/// cycle ends without a copy.
class MeetingPlace {
 public:
  MeetingPlace();
  ~MeetingPlace();
  MeetingPlace(const MeetingPlace&) = delete;
  MeetingPlace& operator=(const MeetingPlace&) = delete;

  const Meeting& empty() const { return empty_; }
  Meeting* table() const { return table_.data(); }
  Limits* for_host() const { return for_host_; }

  /// Waits for the device and returns what the last launch brought together.
  Limits result() const;

 private:
  Meeting empty_;
  league::DeviceArray<Meeting> table_;
  Limits* for_host_ = nullptr;
};

// What the phases are here, after fusion.  lagrange_nodal() is that of lulesh_parts.hpp, and
// lagrange_elements() finds the velocity gradients as well.

/// Artificial viscosity, equation of state, speed of sound, volumes for the next cycle, and what
/// limits its length.
void material(const Mesh& mesh, double* f, const int* lists, const MeetingPlace& place);

}  // namespace lulesh
