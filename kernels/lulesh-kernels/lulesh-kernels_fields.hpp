// Where the arrays of a run lie, and how OpenMP brings each of them to a device by itself.
#pragma once

#include <cstddef>
#include <tuple>

#include "lulesh-kernels.hpp"

namespace lulesh_kernels {

/// The beginning of every array, on the host or on a device.
struct Fields {
  const int *nodes, *lxim, *lxip, *letam, *letap, *lzetam, *lzetap, *bc, *members;
  const double *x, *y, *z, *xd, *yd, *zd;
  const double *volo, *vnew, *mass, *change, *enew, *pnew, *bvc, *pbvc;
  double *dxx, *dyy, *dzz, *vdov;
  double *delx_xi, *delx_eta, *delx_zeta, *delv_xi, *delv_eta, *delv_zeta;
  double *qq, *ql, *ss;
};

/// The same on the host, in the order of Data::all().
inline Fields fields_of(LuleshKernels::Data<double>& data) {
  return std::apply([](auto&... array) { return Fields{array.data()...}; }, data.all());
}

/// Brings every array to the device, as a mapping of its own, and back when its life ends.
class MappedArrays {
 public:
  explicit MappedArrays(LuleshKernels::Data<double>& data) : data_(data) {
    std::apply([](auto&... array) { (enter(array.data(), array.size()), ...); }, data_.all());
  }
  ~MappedArrays() {
    std::apply([](auto&... array) { (leave(array.data(), array.size()), ...); }, data_.all());
  }
  MappedArrays(const MappedArrays&) = delete;
  MappedArrays& operator=(const MappedArrays&) = delete;

 private:
  template <typename T>
  static void enter(T* array, std::size_t size) {
    #pragma omp target enter data map(to : array[0 : size])
  }
  template <typename T>
  static void leave(T* array, std::size_t size) {
    #pragma omp target exit data map(from : array[0 : size])
  }

  LuleshKernels::Data<double>& data_;
};

}  // namespace lulesh_kernels
