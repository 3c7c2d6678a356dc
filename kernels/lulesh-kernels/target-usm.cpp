// Unified shared memory against mapping: as target-data, without a word about data.

#pragma omp requires unified_shared_memory  // before the first region, which is in a header

#include "lulesh-kernels_body.hpp"
#include "lulesh-kernels_fields.hpp"
#include "lulesh-kernels_steps.hpp"

namespace {

using namespace lulesh_kernels;

struct Kernels {
  static void strain(int n, double* dxx, const double* change) {
    #pragma omp target teams distribute parallel for
    for (int e = 0; e < n; ++e) dxx[e] += change[e];
  }

  static void lagrange_elements(int n, double* dxx, double* dyy, double* dzz, double* vdov) {
    #pragma omp target teams distribute parallel for
    for (int e = 0; e < n; ++e) lagrange_element(e, dxx, dyy, dzz, vdov);
  }

  static void q_gradients(int n, const int* nodes, const double* x, const double* y,
                          const double* z, const double* xd, const double* yd, const double* zd,
                          const double* volo, const double* vnew, double* delx_xi, double* delx_eta,
                          double* delx_zeta, double* delv_xi, double* delv_eta, double* delv_zeta) {
    #pragma omp target teams distribute parallel for
    for (int e = 0; e < n; ++e)
      q_gradient(e, nodes, x, y, z, xd, yd, zd, volo, vnew, delx_xi, delx_eta, delx_zeta, delv_xi,
                 delv_eta, delv_zeta);
  }

  static void q_regions(int begin, int end, const int* members, const int* lxim, const int* lxip,
                        const int* letam, const int* letap, const int* lzetam, const int* lzetap,
                        const int* bc, const double* delx_xi, const double* delx_eta,
                        const double* delx_zeta, const double* delv_xi, const double* delv_eta,
                        const double* delv_zeta, const double* mass, const double* volo,
                        const double* vnew, const double* vdov, double* qq, double* ql) {
    #pragma omp target teams distribute parallel for
    for (int i = begin; i < end; ++i)
      q_region(members[i], lxim, lxip, letam, letap, lzetam, lzetap, bc, delx_xi, delx_eta,
               delx_zeta, delv_xi, delv_eta, delv_zeta, mass, volo, vnew, vdov, qq, ql);
  }

  static void sound_speeds(int begin, int end, const int* members, const double* vnew,
                           const double* enew, const double* pnew, const double* bvc,
                           const double* pbvc, double* ss) {
    #pragma omp target teams distribute parallel for
    for (int i = begin; i < end; ++i) sound_speed(i, members, vnew, enew, pnew, bvc, pbvc, ss);
  }
};

}  // namespace

template <typename Real>
void LuleshKernels::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  run_steps<Kernels>(cls, data.region_begin, fields_of(data), watch);
}

template void LuleshKernels::run(const Class&, Data<double>&, league::Stopwatch&);
