// What the host does with the same source: blocks are shared among threads.

#include "mapper.hpp"

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int count = cls.blocks;
  Block<Real>* blocks = data.blocks.data();

  watch.start();
  for (int step = 0; step < cls.steps; ++step)
    #pragma omp parallel for
    for (int b = 0; b < count; ++b) {
      const Block<Real> s = blocks[b];
      for (int i = 0; i < s.cells; ++i) s.y[i] += s.weight * s.x[i];
    }
  watch.stop();
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
