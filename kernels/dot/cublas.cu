// The vendor library beside hand-written CUDA: results stay on the device until all are there.

#include <cublas_v2.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#include "dot.hpp"
#include "league/cuda.hpp"

namespace {

void demand(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string("cuBLAS: ") + what + ": " + cublasGetStatusString(status));
}

cublasStatus_t multiply(cublasHandle_t handle, int n, const float* x, const float* y, float* dot) {
  return cublasSdot(handle, n, x, 1, y, 1, dot);
}
cublasStatus_t multiply(cublasHandle_t handle, int n, const double* x, const double* y,
                        double* dot) {
  return cublasDdot(handle, n, x, 1, y, 1, dot);
}

}  // namespace

template <typename Real>
void Dot::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  cublasHandle_t handle = nullptr;
  demand(cublasCreate(&handle), "handle");
  demand(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE), "pointer mode");
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  league::DeviceArray<Real> dot(data.dot.size());
  x.copy_from(data.x.data());
  y.copy_from(data.y.data());

  watch.start();
  for (int product = 0; product < cls.products; ++product)
    demand(multiply(handle, cls.n - product, x.data(), y.data(), dot.data() + product), "dot");
  watch.stop();

  dot.copy_to(data.dot.data());
  for (std::size_t product = 0; product < data.dot.size(); ++product)
    data.dot[product] += Real(product + 1);  // what the sums start from
  demand(cublasDestroy(handle), "release");
}

template void Dot::run(const Class&, Data<float>&, league::Stopwatch&);
template void Dot::run(const Class&, Data<double>&, league::Stopwatch&);
