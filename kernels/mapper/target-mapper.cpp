// The deep copy said once: a mapper tells every map clause what a block is made of.

#include "mapper.hpp"

// OpenMP 5.0, 2.19.7.3.  A mapper is for one type; compilers do not take it inside the template.
#pragma omp declare mapper(deep : Mapper::Block<float> s) map(to : s) map(to : s.x[0 : s.cells]) \
    map(tofrom : s.y[0 : s.cells])
#pragma omp declare mapper(deep : Mapper::Block<double> s) map(to : s) map(to : s.x[0 : s.cells]) \
    map(tofrom : s.y[0 : s.cells])

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int count = cls.blocks;
  Block<Real>* blocks = data.blocks.data();

  // The map type of the clause and that of the mapper are combined: only y comes back.
  #pragma omp target data map(mapper(deep), tofrom : blocks[0 : count])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step)
      #pragma omp target teams distribute
      for (int b = 0; b < count; ++b) {
        const Block<Real> s = blocks[b];
        #pragma omp parallel for
        for (int i = 0; i < s.cells; ++i) s.y[i] += s.weight * s.x[i];
      }
    watch.stop();
  }
  // LLVM leaves the structures mapped (its issue 60106), which the next region at their address
  // would inherit.  Where they are gone, as they should be, this does nothing.
  #pragma omp target exit data map(delete : blocks[0 : count])
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
