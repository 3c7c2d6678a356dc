// The vendor reference: from the velocity gradients of an element to what it allows the next time
// step to be, in one kernel, without work arrays.

#include "launch.cuh"

namespace {

using namespace lulesh;

/// The gas of an element at the end of the cycle, evaluated as often as its region demands.  Each
/// time the old state is loaded and the new one stored, in shared memory: out of registers alone a
/// compiler would see that once is enough.
__device__ Gas evaluated_again(const Gas& old, double relative, double change, const Viscosity& q,
                               int times) {
  __shared__ double table[10][threads];
  volatile double* mine = &table[0][threadIdx.x];
  mine[0] = old.e;
  mine[threads] = old.p;
  mine[2 * threads] = old.q;
  mine[3 * threads] = relative;
  mine[4 * threads] = change;
  mine[5 * threads] = q.linear;
  mine[6 * threads] = q.quadratic;
  Gas gas{0, 0, 0};
  for (int n = 0; n < times; ++n) {
    const Gas before = {mine[0], mine[threads], mine[2 * threads]};
    gas = equation_of_state(before, mine[3 * threads], mine[4 * threads], mine[5 * threads],
                            mine[6 * threads]);
    mine[7 * threads] = gas.e;
    mine[8 * threads] = gas.p;
    mine[9 * threads] = gas.q;
  }
  return gas;
}

/// Brings an element to the end of the cycle and tells what it allows.
__device__ Limits finish(const Mesh& m, double* f, const int* lists, long e, int times) {
  const Gas old = {f[m.at(energy) + e], f[m.at(pressure) + e], f[m.at(viscosity) + e]};
  const double relative = f[m.at(new_volume) + e];
  const double change = f[m.at(volume_change) + e];
  Viscosity q{0, 0};
  // Where the gas expands, two dozen numbers need not be read.
  if (f[m.at(volume_rate) + e] <= 0.0) q = viscosity_in(m, f, e, neighbours(m, f, lists, e));
  const Gas gas = evaluated_again(old, relative, change, q, times);
  f[m.at(energy) + e] = gas.e;
  f[m.at(pressure) + e] = gas.p;
  f[m.at(viscosity) + e] = gas.q;
  f[m.at(sound_speed_of) + e] = sound_speed_in(m, f, e);
  return limits_of(m, f, e);
}

__global__ void __launch_bounds__(threads)
    finish_all(Mesh m, double* f, const int* __restrict__ lists, Meeting empty, Meeting* table,
               Limits* for_host) {
  // The most expensive regions are the last ones and begin first.
  const int i = m.elements - 1 - my_index();
  Limits mine = no_limits;
  if (i >= 0) mine = finish(m, f, lists, lists[m.members() + i], lists[m.repetitions() + i]);
  bring_together(mine, empty, table, for_host);
}

}  // namespace

void lulesh::material(const Mesh& m, double* f, const int* lists, const MeetingPlace& place) {
  finish_all<<<blocks_for(m.elements), threads>>>(m, f, lists, place.empty(), place.table(),
                                                  place.for_host());
  league::demand_launched();
}
