// The vendor reference: four kernels a cycle; four numbers come back, for the time step.

#include <cstddef>

#include "launch.cuh"
#include "lulesh_parts.hpp"
#include "lulesh_setup.hpp"
#include "lulesh_steps.hpp"

template <typename Real>
void Lulesh::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace lulesh;
  const Mesh& m = data.mesh;
  Progress progress(cls, first_time_step(m, data.fields.data()));
  league::DeviceArray<Real> fields(std::size_t(m.doubles()));
  league::DeviceArray<int> all_lists(std::size_t(m.ints()));
  const MeetingPlace place;
  fields.copy_from(data.fields.data());
  all_lists.copy_from(data.lists.data());
  Real* f = fields.data();
  const int* lists = all_lists.data();

  // Laps of fused phases have the name of the first or the largest one.
  watch.start();
  while (!progress.finished()) {
    progress.begin();
    const double dt = progress.dt();
    lagrange_nodal(m, f, lists, dt);
    watch.lap("lagrange-nodal");
    lagrange_elements(m, f, lists, dt);
    watch.lap("lagrange-elements");
    material(m, f, lists, place);
    progress.end(place.result());
    watch.lap("material");
  }
  watch.stop();

  const auto fetch = [&](long begin, long count) {
    league::demand(cudaMemcpy(data.fields.data() + begin, f + begin,
                              std::size_t(count) * sizeof(Real), cudaMemcpyDeviceToHost),
                   "copy from the device");
  };
  fetch(m.at(energy), 4 * m.ne);  // energy, pressure, viscosity, volume
  fetch(m.at(pos_x), 6 * m.nn);   // positions and velocities
  hand_in(data, progress);
}

template void Lulesh::run(const Class&, Data<double>&, league::Stopwatch&);
