// The ceiling: the vendor's library.

#include <cublas_v2.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#include "league/cuda.hpp"
#include "matmul.hpp"

namespace {

void demand(cublasStatus_t status, const char* what) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string("cuBLAS: ") + what + ": " + cublasGetStatusString(status));
}

/// The library's state on the device.
struct Library {
  Library() { demand(cublasCreate(&handle), "start"); }
  ~Library() { static_cast<void>(cublasDestroy(handle)); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  cublasHandle_t handle = nullptr;
};

// The library counts along columns: what it takes for B^T A^T = C^T is our A B = C.
void multiply(cublasHandle_t handle, int n, const float* a, const float* b, float* c) {
  const float one = 1;
  const float zero = 0;
  demand(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n),
         "product");
}
void multiply(cublasHandle_t handle, int n, const double* a, const double* b, double* c) {
  const double one = 1;
  const double zero = 0;
  demand(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n),
         "product");
}

}  // namespace

template <typename Real>
void Matmul::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto cells = std::size_t(cls.n) * std::size_t(cls.n);
  const Library library;
  league::DeviceArray<Real> a(cells);
  league::DeviceArray<Real> b(cells);
  league::DeviceArray<Real> c(cells);
  a.copy_from(data.a.data());
  b.copy_from(data.b.data());

  watch.start();
  multiply(library.handle, cls.n, a.data(), b.data(), c.data());
  watch.stop();

  c.copy_to(data.c.data());
}

template void Matmul::run(const Class&, Data<float>&, league::Stopwatch&);
template void Matmul::run(const Class&, Data<double>&, league::Stopwatch&);
