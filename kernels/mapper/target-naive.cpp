// What mapping around every kernel costs: a region per block, with that block's arrays.

#include "mapper.hpp"

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int count = cls.blocks;
  Block<Real>* blocks = data.blocks.data();

  watch.start();
  for (int step = 0; step < cls.steps; ++step)
    for (int b = 0; b < count; ++b) {
      // Members become plain variables first: the region never sees the structure.
      const int cells = blocks[b].cells;
      const Real weight = blocks[b].weight;
      const Real* x = blocks[b].x;
      Real* y = blocks[b].y;
      #pragma omp target teams distribute parallel for map(to : x[0 : cells]) \
          map(tofrom : y[0 : cells])
      for (int i = 0; i < cells; ++i) y[i] += weight * x[i];
    }
  watch.stop();
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
