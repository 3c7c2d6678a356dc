// No pointers at all: flat arrays, and for every block the place where it begins.

#include "mapper.hpp"

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int count = cls.blocks;
  const Block<Real>* blocks = data.blocks.data();
  const std::size_t all = data.y.size();
  const Real* x = data.x.data();
  Real* y = data.y.data();

  league::vector<long> first_cell;
  league::vector<int> number_of_cells;
  league::vector<Real> weight_of_block;
  for (int b = 0; b < count; ++b) {
    first_cell.push_back(blocks[b].y - y);
    number_of_cells.push_back(blocks[b].cells);
    weight_of_block.push_back(blocks[b].weight);
  }
  const long* first = first_cell.data();
  const int* cells = number_of_cells.data();
  const Real* weight = weight_of_block.data();

  #pragma omp target data map(to : first[0 : count], cells[0 : count], weight[0 : count]) \
      map(to : x[0 : all]) map(tofrom : y[0 : all])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step)
      #pragma omp target teams distribute
      for (int b = 0; b < count; ++b) {
        #pragma omp parallel for
        for (long i = first[b]; i < first[b] + cells[b]; ++i) y[i] += weight[b] * x[i];
      }
    watch.stop();
  }
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
