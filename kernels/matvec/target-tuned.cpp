// The best we can do with clauses: sixteen bytes a load, of a matrix padded with zeros; 32 threads
// for four rows, whose sums meet in the team's own memory.

#include <omp.h>

#include <algorithm>

#include "matvec.hpp"

namespace {

/// As many elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  Real element[16 / sizeof(Real)];
};

}  // namespace

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int size = 16 / sizeof(Real);
  constexpr int lanes = 32;     // threads that share rows: neighbours read neighbours
  constexpr int height = 4;     // rows of a thread, for which it reads an element of x once
  constexpr int threads = 256;  // of a team: eight teams fill a multiprocessor.  Reasoned
  constexpr int block = threads / lanes * height;  // rows of a team
  const int rows = cls.rows;
  const int columns = cls.columns;
  const int teams = (rows + block - 1) / block;
  const int packs = (columns + size - 1) / size;  // of a row
  const long cells = long(teams) * block * packs;
  const int all_x = cls.products * packs;
  const int all_y = cls.products * rows;
  league::vector<Pack<Real>> matrix(cells);
  league::vector<Pack<Real>> vectors(all_x);
  for (int i = 0; i < rows; ++i)
    std::copy_n(&data.a[long(i) * columns], columns, matrix[long(i) * packs].element);
  for (int product = 0; product < cls.products; ++product)
    std::copy_n(&data.x[product * columns], columns, vectors[product * packs].element);
  const Pack<Real>* a = matrix.data();
  const Pack<Real>* x = vectors.data();
  Real* y = data.y.data();

  #pragma omp target data map(to : a[0 : cells], x[0 : all_x]) map(from : y[0 : all_y])
  {
    watch.start();
    for (int product = 0; product < cls.products; ++product) {
      #pragma omp target teams distribute num_teams(teams) thread_limit(threads)
      for (int top = 0; top < rows; top += block) {
        // Of the team (OpenMP 5.0, 2.11.3); a column more keeps threads out of each other's banks.
        Real parts[block][lanes + 1];
        #pragma omp allocate(parts) allocator(omp_pteam_mem_alloc)

        #pragma omp parallel
        {
          #pragma omp for
          for (int thread = 0; thread < threads; ++thread) {
            const int lane = thread % lanes;
            const int first = thread / lanes * height;
            const Pack<Real>* row = a + long(top + first) * packs;
            Real sum[height] = {};
            for (int p = lane; p < packs; p += lanes) {
              const auto factor = x[p];
              for (int r = 0; r < height; ++r) {
                const auto pack = row[long(r) * packs + p];
                for (int e = 0; e < size; ++e) sum[r] += pack.element[e] * factor.element[e];
              }
            }
            for (int r = 0; r < height; ++r) parts[first + r][lane] = sum[r];
          }
          #pragma omp for
          for (int r = 0; r < block; ++r) {
            Real sum = 0;
            for (int lane = 0; lane < lanes; ++lane) sum += parts[r][lane];
            if (top + r < rows) y[top + r] = sum;
          }
        }
      }
      x += packs;
      y += rows;
    }
    watch.stop();
  }
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
