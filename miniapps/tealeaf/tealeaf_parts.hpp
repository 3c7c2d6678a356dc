// The loops that solvers are made of.  Every variant defines all of them, in files of the same
// names.  Sums are returned to whoever calls: to every thread where a team calls together.
#pragma once

#include "tealeaf_body.hpp"

namespace league {
class Stopwatch;
}

namespace tea {

enum Preconditioner : int { none, jac_diag, jac_block };

/// Products of p, w = A p and the residual r.
struct Products {
  double pw;
  double rw;
  double ww;
  double rr;

  LEAGUE_PORTABLE Products& operator+=(const Products& other) {
    pw += other.pw;
    rw += other.rw;
    ww += other.ww;
    rr += other.rr;
    return *this;
  }
};

struct Fields;

/// An iteration of CG without preconditioner in one pass: u += alpha p; r -= alpha w; p = r + beta
/// p; w = A p.  A `fresh` pass leaves u and r as they are.
using Pass = Products (*)(Fields& f, bool fresh, double alpha, double beta);

/// Where a run keeps its fields.  Cell (j, k) of nx by ny is element (k + 1) * pitch + j.
struct Fields {
  int nx;
  int ny;
  Mesh mesh;
  int preconditioner;
  bool inverse_density;  ///< conductivity from 1 / density
  double* density;
  double* v;           ///< reciprocal of what conducts; negative in the halo
  double* u;           ///< density * energy: what is solved for
  double* u0;          ///< the same at the beginning of the step
  double* r;           ///< residual
  double* p;           ///< direction
  double* w;           ///< A p
  double* next;        ///< second buffer of u or p where a variant wants one
  double* z;           ///< preconditioned residual
  double* inverse;     ///< 1 / diagonal of A
  double* reciprocal;  ///< eliminated blocks
  double* upper;
  double* sd;                          ///< PPCG's inner direction,
  double* inner_z;                     ///< ... solution
  double* inner_r;                     ///< ... and residual
  double* partial = nullptr;           ///< sums of the threads, where a variant wants them
  int turn = 0;                        ///< which half of `partial` is in use
  league::Stopwatch* watch = nullptr;  ///< of variants whose kernels are timed one by one
  Pass pass = nullptr;                 ///< of variants that have it
  int bands = 0;                       ///< of rows, that such a pass is made in
  int passes = 0;                      ///< made so far
  double* ghosts = nullptr;            ///< ghost_rows rows a band
  Products* products = nullptr;        ///< of the bands, where a variant wants them
};

struct Sums {
  double energy;       ///< sum of u
  double temperature;  ///< sum of density * u
};

// Part "prepare".

/// v, and what the preconditioner or Jacobi's method needs.
void set_up(Fields& f, bool wants_inverse);
/// to = M^-1 from, diagonal or blocks.
void precondition(Fields& f, const double* from, double* to);

// Part "stencil".

/// out = base - A x; out may be base.
void residual(Fields& f, const double* base, const double* x, double* out);
/// u += alpha p; p = z + beta p; w = A p.  Returns p.w.
double direction(Fields& f, double alpha, double beta, const double* z);
/// The pass of variants that have it; the others do not set Fields::pass.
Products one_pass(Fields& f, bool fresh, double alpha, double beta);
/// One iteration of Jacobi's method on u.  Returns the sum of all changes' absolute values.
double jacobi(Fields& f);

// Part "vectors".

/// to = from.
void copy(Fields& f, const double* from, double* to);
/// x += factor d.
void add(Fields& f, double factor, const double* d, double* x);
/// d = a d + b z; x += d.
void smooth(Fields& f, double a, double b, const double* z, double* d, double* x);
/// sd = factor z; inner_z = sd; inner_r = r.
void open_inner(Fields& f, double factor, const double* z);
/// r -= alpha w.  Returns r.r.
double reduce_residual(Fields& f, double alpha);
/// a.b
double dot(Fields& f, const double* a, const double* b);
Sums totals(Fields& f);

}  // namespace tea
