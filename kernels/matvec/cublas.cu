// The vendor library beside hand-written CUDA: gemv on the transpose of what it takes for columns.

#include <cublas_v2.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#include "league/cuda.hpp"
#include "matvec.hpp"

namespace {

void demand(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cuBLAS: ") + what + ": " + cublasGetStatusString(status));
}

cublasStatus_t multiply(cublasHandle_t handle, int rows, int columns, const float* a,
                        const float* x, float* y) {
  const float one = 1;
  const float zero = 0;
  return cublasSgemv(handle, CUBLAS_OP_T, columns, rows, &one, a, columns, x, 1, &zero, y, 1);
}
cublasStatus_t multiply(cublasHandle_t handle, int rows, int columns, const double* a,
                        const double* x, double* y) {
  const double one = 1;
  const double zero = 0;
  return cublasDgemv(handle, CUBLAS_OP_T, columns, rows, &one, a, columns, x, 1, &zero, y, 1);
}

}  // namespace

template <typename Real>
void Matvec::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int rows = cls.rows;
  const int columns = cls.columns;
  cublasHandle_t handle = nullptr;
  demand(cublasCreate(&handle), "handle");
  league::DeviceArray<Real> a(data.a.size());
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  a.copy_from(data.a.data());
  x.copy_from(data.x.data());

  watch.start();
  for (int product = 0; product < cls.products; ++product)
    demand(multiply(handle, rows, columns, a.data(), x.data() + product * columns,
                    y.data() + product * rows),
           "gemv");
  watch.stop();

  y.copy_to(data.y.data());
  demand(cublasDestroy(handle), "release");
}

template void Matvec::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matvec::run(const Class&, Data<double>&, league::Stopwatch&);
