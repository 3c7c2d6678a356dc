// What the four kernels do with an element, given the pointer of every field by itself.
#pragma once

#include <cmath>

#include "league/portable.hpp"

namespace lulesh_kernels {

/// What is at a side of an element: three bits a side, in the order of Side.
enum Boundary { inside = 0, symmetric = 1, free_surface = 2, other_domain = 4 };
enum Side { xi_minus, xi_plus, eta_minus, eta_plus, zeta_minus, zeta_plus };

constexpr double tiny = 1e-36;  ///< what keeps a denominator from being zero

/// CalcLagrangeElements: the rate of the volume, and what remains of the strain rates without it.
LEAGUE_PORTABLE inline void lagrange_element(int e, double* dxx, double* dyy, double* dzz,
                                             double* vdov) {
  const double rate = dxx[e] + dyy[e] + dzz[e];
  const double third = rate / 3;
  vdov[e] = rate;
  dxx[e] -= third;
  dyy[e] -= third;
  dzz[e] -= third;
}

/// How much a field differs from side to opposite side along the three directions of an element.
struct Differences {
  double i, j, k;
};

LEAGUE_PORTABLE inline Differences differences(const int* corner, const double* field) {
  const double a0 = field[corner[0]];
  const double a1 = field[corner[1]];
  const double a2 = field[corner[2]];
  const double a3 = field[corner[3]];
  const double a4 = field[corner[4]];
  const double a5 = field[corner[5]];
  const double a6 = field[corner[6]];
  const double a7 = field[corner[7]];
  return {0.25 * ((a1 + a2 + a6 + a5) - (a0 + a3 + a7 + a4)),
          -0.25 * ((a0 + a1 + a5 + a4) - (a3 + a2 + a6 + a7)),
          0.25 * ((a4 + a5 + a6 + a7) - (a0 + a1 + a2 + a3))};
}

/// CalcMonotonicQGradientsForElems: extent along each direction, and how the velocity differs.
LEAGUE_PORTABLE inline void q_gradient(int e, const int* nodes, const double* x, const double* y,
                                       const double* z, const double* xd, const double* yd,
                                       const double* zd, const double* volo, const double* vnew,
                                       double* delx_xi, double* delx_eta, double* delx_zeta,
                                       double* delv_xi, double* delv_eta, double* delv_zeta) {
  const int* corner = nodes + 8L * e;
  const Differences dx = differences(corner, x);
  const Differences dy = differences(corner, y);
  const Differences dz = differences(corner, z);
  const Differences du = differences(corner, xd);
  const Differences dv = differences(corner, yd);
  const Differences dw = differences(corner, zd);
  const double vol = volo[e] * vnew[e];
  const double norm = 1 / (vol + tiny);

  double ax = dy.i * dz.j - dz.i * dy.j;  // i x j
  double ay = dz.i * dx.j - dx.i * dz.j;
  double az = dx.i * dy.j - dy.i * dx.j;
  delx_zeta[e] = vol / std::sqrt(ax * ax + ay * ay + az * az + tiny);
  delv_zeta[e] = (ax * norm) * du.k + (ay * norm) * dv.k + (az * norm) * dw.k;

  ax = dy.j * dz.k - dz.j * dy.k;  // j x k
  ay = dz.j * dx.k - dx.j * dz.k;
  az = dx.j * dy.k - dy.j * dx.k;
  delx_xi[e] = vol / std::sqrt(ax * ax + ay * ay + az * az + tiny);
  delv_xi[e] = (ax * norm) * du.i + (ay * norm) * dv.i + (az * norm) * dw.i;

  ax = dy.k * dz.i - dz.k * dy.i;  // k x i
  ay = dz.k * dx.i - dx.k * dz.i;
  az = dx.k * dy.i - dy.k * dx.i;
  delx_eta[e] = vol / std::sqrt(ax * ax + ay * ay + az * az + tiny);
  delv_eta[e] = (ax * norm) * du.j + (ay * norm) * dv.j + (az * norm) * dw.j;
}

/// The gradient beyond a side.
LEAGUE_PORTABLE inline double beyond(int bc, Side side, const double* delv, int e, int neighbour) {
  switch (bc >> 3 * side & 7) {
    case other_domain:  // its values lie where the list says
    case inside:
      return delv[neighbour];
    case symmetric:
      return delv[e];
    case free_surface:
    default:
      return 0;
  }
}

/// How smooth the velocity is, 0 to 1: the gradients before and behind compared with the own one.
LEAGUE_PORTABLE inline double limiter(double own, double minus, double plus) {
  const double norm = 1 / (own + tiny);
  minus *= norm;
  plus *= norm;
  double phi = 0.5 * (minus + plus);
  minus *= 2;
  plus *= 2;
  if (minus < phi) phi = minus;
  if (plus < phi) phi = plus;
  if (phi < 0) phi = 0;
  if (phi > 1) phi = 1;
  return phi;
}

/// CalcMonotonicQRegionForElems: the linear and the quadratic part of the artificial viscosity.
LEAGUE_PORTABLE inline void q_region(int e, const int* lxim, const int* lxip, const int* letam,
                                     const int* letap, const int* lzetam, const int* lzetap,
                                     const int* bc, const double* delx_xi, const double* delx_eta,
                                     const double* delx_zeta, const double* delv_xi,
                                     const double* delv_eta, const double* delv_zeta,
                                     const double* mass, const double* volo, const double* vnew,
                                     const double* vdov, double* qq, double* ql) {
  const double phi_xi = limiter(delv_xi[e], beyond(bc[e], xi_minus, delv_xi, e, lxim[e]),
                                beyond(bc[e], xi_plus, delv_xi, e, lxip[e]));
  const double phi_eta = limiter(delv_eta[e], beyond(bc[e], eta_minus, delv_eta, e, letam[e]),
                                 beyond(bc[e], eta_plus, delv_eta, e, letap[e]));
  const double phi_zeta = limiter(delv_zeta[e], beyond(bc[e], zeta_minus, delv_zeta, e, lzetam[e]),
                                  beyond(bc[e], zeta_plus, delv_zeta, e, lzetap[e]));
  double linear = 0;
  double quadratic = 0;
  if (vdov[e] <= 0) {
    double xi = delv_xi[e] * delx_xi[e];
    double eta = delv_eta[e] * delx_eta[e];
    double zeta = delv_zeta[e] * delx_zeta[e];
    if (xi > 0) xi = 0;
    if (eta > 0) eta = 0;
    if (zeta > 0) zeta = 0;
    const double density = mass[e] / (volo[e] * vnew[e]);
    linear = -0.5 * density * (xi * (1 - phi_xi) + eta * (1 - phi_eta) + zeta * (1 - phi_zeta));
    quadratic = 2.0 / 3.0 * density *
                (xi * xi * (1 - phi_xi * phi_xi) + eta * eta * (1 - phi_eta * phi_eta) +
                 zeta * zeta * (1 - phi_zeta * phi_zeta));
  }
  qq[e] = quadratic;
  ql[e] = linear;
}

/// CalcSoundSpeedForElems, of the member i of all regions.
LEAGUE_PORTABLE inline void sound_speed(int i, const int* members, const double* vnew,
                                        const double* enew, const double* pnew, const double* bvc,
                                        const double* pbvc, double* ss) {
  const int e = members[i];
  const double squared = pbvc[i] * enew[i] + vnew[e] * vnew[e] * bvc[i] * pnew[i];
  if (squared <= 1.111111e-37)
    ss[e] = 3.333333e-19;
  else
    ss[e] = std::sqrt(squared);
}

}  // namespace lulesh_kernels
