// The best we can do on a GPU: from the velocity gradients of an element to its speed of sound in
// one kernel, all regions at once; what is evaluated again and again lies in the team's memory.

#include <omp.h>

#include "lulesh_parts.hpp"

void lulesh::material(const Mesh& mesh, double* f, const int* lists) {
  constexpr int team = 128;
  const int s = mesh.s;
  const int regions = mesh.regions;
  const int elements = mesh.elements;
  const int* members = lists + mesh.members();
  const int* repetitions = lists + mesh.repetitions();
  #pragma omp target teams num_teams((elements + team - 1) / team) thread_limit(team)
  {
    double table[10][team];
    #pragma omp allocate(table) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel
    {
      const Mesh m(s, regions);
      const int threads = omp_get_num_threads();
      // Out of registers alone a compiler would see that one evaluation is enough.
      volatile double* mine = &table[0][omp_get_thread_num()];
      for (int i = omp_get_team_num() * threads + omp_get_thread_num(); i < elements;
           i += omp_get_num_teams() * threads) {
        // Members of the expensive regions are last in the list: they begin first.
        const int place = elements - 1 - i;
        const long e = members[place];
        Viscosity q{0, 0};
        // Where the gas expands, two dozen numbers need not be read.
        if (f[m.at(volume_rate) + e] <= 0.0) q = viscosity_in(m, f, e, neighbours(m, f, lists, e));
        mine[0] = f[m.at(energy) + e];
        mine[team] = f[m.at(pressure) + e];
        mine[2 * team] = f[m.at(viscosity) + e];
        mine[3 * team] = f[m.at(new_volume) + e];
        mine[4 * team] = f[m.at(volume_change) + e];
        mine[5 * team] = q.linear;
        mine[6 * team] = q.quadratic;
        for (int n = 0; n < repetitions[place]; ++n) {
          const Gas old = {mine[0], mine[team], mine[2 * team]};
          const Gas gas = equation_of_state(old, mine[3 * team], mine[4 * team], mine[5 * team],
                                            mine[6 * team]);
          mine[7 * team] = gas.e;
          mine[8 * team] = gas.p;
          mine[9 * team] = gas.q;
        }
        f[m.at(energy) + e] = mine[7 * team];
        f[m.at(pressure) + e] = mine[8 * team];
        f[m.at(viscosity) + e] = mine[9 * team];
        f[m.at(sound_speed_of) + e] = sound_speed_in(m, f, e);
      }
    }
  }
}
