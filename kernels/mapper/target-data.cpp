// The same kernels with resident data: all arrays are mapped once, the structures not at all.

#include "mapper.hpp"

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int count = cls.blocks;
  Block<Real>* blocks = data.blocks.data();
  const std::size_t all = data.y.size();
  const Real* all_x = data.x.data();
  Real* all_y = data.y.data();

  #pragma omp target data map(to : all_x[0 : all]) map(tofrom : all_y[0 : all])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step)
      for (int b = 0; b < count; ++b) {
        const int cells = blocks[b].cells;
        const Real weight = blocks[b].weight;
        const Real* x = blocks[b].x;
        Real* y = blocks[b].y;
        // x and y point into arrays that are present, so the region gets their device addresses
        // (OpenMP 5.0, 2.19.7: a pointer is mapped as an array section of length zero).
        #pragma omp target teams distribute parallel for
        for (int i = 0; i < cells; ++i) y[i] += weight * x[i];
      }
    watch.stop();
  }
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
