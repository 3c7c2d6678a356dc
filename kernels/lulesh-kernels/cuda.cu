// The vendor reference: a thread an element, two kernels region by region.

#include <deque>
#include <tuple>

#include "league/cuda.hpp"
#include "lulesh-kernels_body.hpp"
#include "lulesh-kernels_fields.hpp"
#include "lulesh-kernels_steps.hpp"

namespace {

using namespace lulesh_kernels;

constexpr int threads = 256;

int blocks_for(int count) { return count / threads + 1; }  // a region may have no members

__global__ void __launch_bounds__(threads)
    strain_kernel(int n, double* __restrict__ dxx, const double* __restrict__ change) {
  const int e = int(blockIdx.x) * threads + int(threadIdx.x);
  if (e < n) dxx[e] += change[e];
}

__global__ void __launch_bounds__(threads)
    lagrange_elements_kernel(int n, double* __restrict__ dxx, double* __restrict__ dyy,
                             double* __restrict__ dzz, double* __restrict__ vdov) {
  const int e = int(blockIdx.x) * threads + int(threadIdx.x);
  if (e < n) lagrange_element(e, dxx, dyy, dzz, vdov);
}

__global__ void __launch_bounds__(threads)
    q_gradients_kernel(int n, const int* __restrict__ nodes, const double* __restrict__ x,
                       const double* __restrict__ y, const double* __restrict__ z,
                       const double* __restrict__ xd, const double* __restrict__ yd,
                       const double* __restrict__ zd, const double* __restrict__ volo,
                       const double* __restrict__ vnew, double* __restrict__ delx_xi,
                       double* __restrict__ delx_eta, double* __restrict__ delx_zeta,
                       double* __restrict__ delv_xi, double* __restrict__ delv_eta,
                       double* __restrict__ delv_zeta) {
  const int e = int(blockIdx.x) * threads + int(threadIdx.x);
  if (e < n)
    q_gradient(e, nodes, x, y, z, xd, yd, zd, volo, vnew, delx_xi, delx_eta, delx_zeta, delv_xi,
               delv_eta, delv_zeta);
}

__global__ void __launch_bounds__(threads)
    q_regions_kernel(int begin, int end, const int* __restrict__ members,
                     const int* __restrict__ lxim, const int* __restrict__ lxip,
                     const int* __restrict__ letam, const int* __restrict__ letap,
                     const int* __restrict__ lzetam, const int* __restrict__ lzetap,
                     const int* __restrict__ bc, const double* __restrict__ delx_xi,
                     const double* __restrict__ delx_eta, const double* __restrict__ delx_zeta,
                     const double* __restrict__ delv_xi, const double* __restrict__ delv_eta,
                     const double* __restrict__ delv_zeta, const double* __restrict__ mass,
                     const double* __restrict__ volo, const double* __restrict__ vnew,
                     const double* __restrict__ vdov, double* __restrict__ qq,
                     double* __restrict__ ql) {
  const int i = begin + int(blockIdx.x) * threads + int(threadIdx.x);
  if (i < end)
    q_region(members[i], lxim, lxip, letam, letap, lzetam, lzetap, bc, delx_xi, delx_eta, delx_zeta,
             delv_xi, delv_eta, delv_zeta, mass, volo, vnew, vdov, qq, ql);
}

__global__ void __launch_bounds__(threads)
    sound_speeds_kernel(int begin, int end, const int* __restrict__ members,
                        const double* __restrict__ vnew, const double* __restrict__ enew,
                        const double* __restrict__ pnew, const double* __restrict__ bvc,
                        const double* __restrict__ pbvc, double* __restrict__ ss) {
  const int i = begin + int(blockIdx.x) * threads + int(threadIdx.x);
  if (i < end) sound_speed(i, members, vnew, enew, pnew, bvc, pbvc, ss);
}

struct Kernels {
  static void strain(int n, double* dxx, const double* change) {
    strain_kernel<<<blocks_for(n), threads>>>(n, dxx, change);
    league::demand_launched();
  }

  static void lagrange_elements(int n, double* dxx, double* dyy, double* dzz, double* vdov) {
    lagrange_elements_kernel<<<blocks_for(n), threads>>>(n, dxx, dyy, dzz, vdov);
    league::demand_launched();
  }

  static void q_gradients(int n, const int* nodes, const double* x, const double* y,
                          const double* z, const double* xd, const double* yd, const double* zd,
                          const double* volo, const double* vnew, double* delx_xi, double* delx_eta,
                          double* delx_zeta, double* delv_xi, double* delv_eta, double* delv_zeta) {
    q_gradients_kernel<<<blocks_for(n), threads>>>(n, nodes, x, y, z, xd, yd, zd, volo, vnew,
                                                   delx_xi, delx_eta, delx_zeta, delv_xi, delv_eta,
                                                   delv_zeta);
    league::demand_launched();
  }

  static void q_regions(int begin, int end, const int* members, const int* lxim, const int* lxip,
                        const int* letam, const int* letap, const int* lzetam, const int* lzetap,
                        const int* bc, const double* delx_xi, const double* delx_eta,
                        const double* delx_zeta, const double* delv_xi, const double* delv_eta,
                        const double* delv_zeta, const double* mass, const double* volo,
                        const double* vnew, const double* vdov, double* qq, double* ql) {
    q_regions_kernel<<<blocks_for(end - begin), threads>>>(
        begin, end, members, lxim, lxip, letam, letap, lzetam, lzetap, bc, delx_xi, delx_eta,
        delx_zeta, delv_xi, delv_eta, delv_zeta, mass, volo, vnew, vdov, qq, ql);
    league::demand_launched();
  }

  static void sound_speeds(int begin, int end, const int* members, const double* vnew,
                           const double* enew, const double* pnew, const double* bvc,
                           const double* pbvc, double* ss) {
    sound_speeds_kernel<<<blocks_for(end - begin), threads>>>(begin, end, members, vnew, enew, pnew,
                                                              bvc, pbvc, ss);
    league::demand_launched();
  }
};

/// All arrays on the device, as long as this lives.
struct DeviceArrays {
  explicit DeviceArrays(LuleshKernels::Data<double>& data)
      : fields(
            std::apply([this](auto&... array) { return Fields{brought(array)...}; }, data.all())) {}

  void hand_in(LuleshKernels::Data<double>& data) const {
    auto from = doubles.begin();
    std::apply([&from](auto&... array) { (from++->copy_to(array.data()), ...); }, data.numbers());
  }

  const int* brought(const league::vector<int>& array) { return copied(array, ints); }
  double* brought(const league::vector<double>& array) { return copied(array, doubles); }

  template <typename T>
  static T* copied(const league::vector<T>& array, std::deque<league::DeviceArray<T>>& held) {
    held.emplace_back(array.size()).copy_from(array.data());
    return held.back().data();
  }

  std::deque<league::DeviceArray<int>> ints;  // neither copied nor moved, so no vectors
  std::deque<league::DeviceArray<double>> doubles;
  Fields fields;
};

}  // namespace

template <typename Real>
void LuleshKernels::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  DeviceArrays arrays(data);
  run_steps<Kernels>(cls, data.region_begin, arrays.fields, watch);
  arrays.hand_in(data);
}

template void LuleshKernels::run(const Class&, Data<double>&, league::Stopwatch&);
