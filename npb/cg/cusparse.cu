// The vendor's library for the product: cuSPARSE takes a vector that is there, so a step needs four
// kernels where cuda needs two.

#include <cusparse.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "../recording.cuh"
#include "cg.hpp"
#include "cg_rows.cuh"
#include "league/cuda.hpp"

namespace {

void demand(cusparseStatus_t status, const char* what) {
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cuSPARSE: ") + what + ": " +
                             cusparseGetErrorString(status));
}

/// Products with the library.  The work space is made for all of them at once.
class Library {
 public:
  Library(cudaStream_t stream, int n, int nonzeros, int* row, int* column, double* value) : n_(n) {
    demand(cusparseCreate(&handle_), "handle");
    demand(cusparseSetStream(handle_, stream), "stream");
    demand(cusparseCreateCsr(&matrix_, n, n, nonzeros, row, column, value, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
           "matrix");
  }
  ~Library() {
    static_cast<void>(cudaFree(space_));
    static_cast<void>(cusparseDestroySpMat(matrix_));
    static_cast<void>(cusparseDestroy(handle_));
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // q := A p
  void multiply(double* p, double* q) {
    cusparseDnVecDescr_t from = nullptr;
    cusparseDnVecDescr_t to = nullptr;
    demand(cusparseCreateDnVec(&from, n_, p, CUDA_R_64F), "vector");
    demand(cusparseCreateDnVec(&to, n_, q, CUDA_R_64F), "vector");
    const double one = 1;
    const double zero = 0;
    if (space_ == nullptr) {
      std::size_t bytes = 0;
      demand(cusparseSpMV_bufferSize(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, from,
                                     &zero, to, CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, &bytes),
             "size of the work space");
      league::demand(cudaMalloc(&space_, std::max<std::size_t>(bytes, 1)), "allocation");
    }
    demand(cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, from, &zero, to,
                        CUDA_R_64F, CUSPARSE_SPMV_CSR_ALG1, space_),
           "product");
    demand(cusparseDestroyDnVec(from), "vector");
    demand(cusparseDestroyDnVec(to), "vector");
  }

 private:
  int n_;
  cusparseHandle_t handle_ = nullptr;
  cusparseSpMatDescr_t matrix_ = nullptr;
  void* space_ = nullptr;
};

__global__ void direct(int n, int step, const double* r, double* p, const cg::Sums* sums) {
  const double beta = step == 0 ? 0 : sums->rho[step] / sums->rho[step - 1];
  for (int i = cg::first_element(); i < n; i += cg::next_element())
    p[i] = step == 0 ? r[i] : r[i] + beta * p[i];
}

__global__ void dot(int n, const double* a, const double* b, double* total) {
  double sum = 0;
  for (int i = cg::first_element(); i < n; i += cg::next_element()) sum += a[i] * b[i];
  league::block_add<cg::update_threads>(sum, total);
}

}  // namespace

template <typename Real>
void Cg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  league::DeviceArray<int> row(data.row.size()), column(data.column.size());
  league::DeviceArray<Real> value(data.value.size());
  row.copy_from(data.row.data());
  column.copy_from(data.column.data());
  value.copy_from(data.value.data());
  league::DeviceArray<Real> x(n), z(n), p(n), r(n), q(n), zeta(cls.niter), rnorm(cls.niter);
  league::DeviceArray<cg::Sums> all_sums(1);
  cg::Sums* sums = all_sums.data();
  const int threads = cg::update_threads;
  const int blocks = cg::update_blocks(n);
  npb::Recording solve;
  const cudaStream_t stream = solve.stream();
  Library library(stream, n, int(data.value.size()), row.data(), column.data(), value.data());

  // The first product may prepare what a recording must not hold.
  cg::fill<<<blocks, threads, 0, stream>>>(n, p.data());
  library.multiply(p.data(), q.data());
  solve.begin();
  league::demand(cudaMemsetAsync(sums, 0, sizeof *sums, stream), "clearing");
  cg::begin_solution<<<blocks, threads, 0, stream>>>(n, x.data(), z.data(), r.data(), sums);
  for (int step = 0; step < cls.steps; ++step) {
    direct<<<blocks, threads, 0, stream>>>(n, step, r.data(), p.data(), sums);
    library.multiply(p.data(), q.data());
    dot<<<blocks, threads, 0, stream>>>(n, p.data(), q.data(), &sums->pq[step]);
    cg::update<<<blocks, threads, 0, stream>>>(n, 1, step, p.data(), q.data(), z.data(), r.data(),
                                               sums);
  }
  solve.end();

  // Iteration -1 is not timed and leaves nothing behind; the rules of the benchmark have it.
  for (int iteration = -1; iteration < cls.niter; ++iteration) {
    if (iteration <= 0) cg::fill<<<blocks, threads, 0, stream>>>(n, x.data());
    if (iteration == 0) watch.start();
    solve.replay();
    if (iteration >= 0) watch.lap("solve");
    library.multiply(z.data(), q.data());
    cg::residual<<<blocks, threads, 0, stream>>>(n, 1, x.data(), q.data(), sums);
    if (iteration >= 0) watch.lap("residual");
    cg::end_iteration(stream, n, iteration, cls.shift, z.data(), sums, x.data(), zeta.data(),
                      rnorm.data());
    league::demand_launched();
    if (iteration >= 0) watch.lap("normalise");
  }
  watch.stop();

  x.copy_to(data.x.data());
  zeta.copy_to(data.zeta.data());
  rnorm.copy_to(data.rnorm.data());
}

template void Cg::run(const Class&, Data<double>&, league::Stopwatch&);
