// A deep copy by hand: the structures first, then every member that points somewhere.

#include "mapper.hpp"

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int count = cls.blocks;
  Block<Real>* blocks = data.blocks.data();

  // The order matters: with its structure present, a member is mapped and the pointer in the device
  // copy of the structure set to it, attached (OpenMP 5.0, 2.19.7.1).
  #pragma omp target enter data map(to : blocks[0 : count])
  for (int b = 0; b < count; ++b) {
    const int cells = blocks[b].cells;
    #pragma omp target enter data map(to : blocks[b].x[0 : cells], blocks[b].y[0 : cells])
  }

  watch.start();
  for (int step = 0; step < cls.steps; ++step)
    #pragma omp target teams distribute
    for (int b = 0; b < count; ++b) {
      const Block<Real> s = blocks[b];
      #pragma omp parallel for
      for (int i = 0; i < s.cells; ++i) s.y[i] += s.weight * s.x[i];
    }
  watch.stop();

  // Structures are not copied back: their pointers are addresses of the device.
  for (int b = 0; b < count; ++b) {
    const int cells = blocks[b].cells;
    #pragma omp target exit data map(release : blocks[b].x[0 : cells]) \
        map(from : blocks[b].y[0 : cells])
  }
  #pragma omp target exit data map(release : blocks[0 : count])
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
