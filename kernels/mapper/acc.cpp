// The other directive model: as target-members, in OpenACC.

#include "mapper.hpp"

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int count = cls.blocks;
  Block<Real>* blocks = data.blocks.data();

  // With its structure present, a member is copied and attached (OpenACC 2.6, 2.6.4).
  #pragma acc enter data copyin(blocks[0 : count])
  for (int b = 0; b < count; ++b) {
    const int cells = blocks[b].cells;
    #pragma acc enter data copyin(blocks[b].x[0 : cells], blocks[b].y[0 : cells])
  }

  watch.start();
  for (int step = 0; step < cls.steps; ++step)
    #pragma acc parallel loop gang present(blocks[0 : count])
    for (int b = 0; b < count; ++b) {
      const Block<Real> s = blocks[b];
      #pragma acc loop vector
      for (int i = 0; i < s.cells; ++i) s.y[i] += s.weight * s.x[i];
    }
  watch.stop();

  for (int b = 0; b < count; ++b) {
    const int cells = blocks[b].cells;
    #pragma acc exit data copyout(blocks[b].y[0 : cells]) delete (blocks[b].x[0 : cells])
  }
  #pragma acc exit data delete (blocks[0 : count])
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
