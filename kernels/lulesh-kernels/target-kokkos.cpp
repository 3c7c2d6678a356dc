// The same lambdas by Kokkos, with addresses of the device.

#include <Kokkos_Core.hpp>

#include "lulesh-kernels_body.hpp"
#include "lulesh-kernels_fields.hpp"
#include "lulesh-kernels_steps.hpp"

namespace {

using namespace lulesh_kernels;

using Range = Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::IndexType<int>>;

struct Kernels {
  static void strain(int n, double* dxx, const double* change) {
    #pragma omp target data use_device_ptr(dxx, change)
    Kokkos::parallel_for(Range(0, n), KOKKOS_LAMBDA(int e) { dxx[e] += change[e]; });
    Kokkos::fence();
  }

  static void lagrange_elements(int n, double* dxx, double* dyy, double* dzz, double* vdov) {
    #pragma omp target data use_device_ptr(dxx, dyy, dzz, vdov)
    Kokkos::parallel_for(
        Range(0, n), KOKKOS_LAMBDA(int e) { lagrange_element(e, dxx, dyy, dzz, vdov); });
    Kokkos::fence();
  }

  static void q_gradients(int n, const int* nodes, const double* x, const double* y,
                          const double* z, const double* xd, const double* yd, const double* zd,
                          const double* volo, const double* vnew, double* delx_xi, double* delx_eta,
                          double* delx_zeta, double* delv_xi, double* delv_eta, double* delv_zeta) {
    #pragma omp target data use_device_ptr(nodes, x, y, z, xd, yd, zd, volo, vnew, delx_xi, \
                                               delx_eta, delx_zeta, delv_xi, delv_eta, delv_zeta)
    Kokkos::parallel_for(
        Range(0, n), KOKKOS_LAMBDA(int e) {
          q_gradient(e, nodes, x, y, z, xd, yd, zd, volo, vnew, delx_xi, delx_eta, delx_zeta,
                     delv_xi, delv_eta, delv_zeta);
        });
    Kokkos::fence();
  }

  static void q_regions(int begin, int end, const int* members, const int* lxim, const int* lxip,
                        const int* letam, const int* letap, const int* lzetam, const int* lzetap,
                        const int* bc, const double* delx_xi, const double* delx_eta,
                        const double* delx_zeta, const double* delv_xi, const double* delv_eta,
                        const double* delv_zeta, const double* mass, const double* volo,
                        const double* vnew, const double* vdov, double* qq, double* ql) {
    #pragma omp target data use_device_ptr(members, lxim, lxip, letam, letap, lzetam, lzetap, bc, \
                                               delx_xi, delx_eta, delx_zeta, delv_xi, delv_eta,   \
                                               delv_zeta, mass, volo, vnew, vdov, qq, ql)
    Kokkos::parallel_for(
        Range(begin, end), KOKKOS_LAMBDA(int i) {
          q_region(members[i], lxim, lxip, letam, letap, lzetam, lzetap, bc, delx_xi, delx_eta,
                   delx_zeta, delv_xi, delv_eta, delv_zeta, mass, volo, vnew, vdov, qq, ql);
        });
    Kokkos::fence();
  }

  static void sound_speeds(int begin, int end, const int* members, const double* vnew,
                           const double* enew, const double* pnew, const double* bvc,
                           const double* pbvc, double* ss) {
    #pragma omp target data use_device_ptr(members, vnew, enew, pnew, bvc, pbvc, ss)
    Kokkos::parallel_for(
        Range(begin, end),
        KOKKOS_LAMBDA(int i) { sound_speed(i, members, vnew, enew, pnew, bvc, pbvc, ss); });
    Kokkos::fence();
  }
};

}  // namespace

template <typename Real>
void LuleshKernels::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  static const Kokkos::ScopeGuard kokkos;  // from the first run to the end of the program
  const MappedArrays mapped(data);
  run_steps<Kernels>(cls, data.region_begin, fields_of(data), watch);
}

template void LuleshKernels::run(const Class&, Data<double>&, league::Stopwatch&);
