// The best we can do with clauses: a thread a cell, and no pass that another can do.

#include <cmath>
#include <utility>

#include "rows_teams.hpp"

namespace tea {

#pragma omp declare reduction(+ : Products : omp_out += omp_in) initializer(omp_priv = {0, 0, 0, 0})

}  // namespace tea

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const int first = first_of(f);
  const int end = end_of(f);
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  #pragma omp target teams distribute parallel for num_teams(teams(end - first)) \
      thread_limit(team_size)
  for (int c = first; c < end; ++c) out[c] = base[c] - apply(Mesh{pitch, hx, hy}, v, x, c);
}

// The new direction is made where a neighbour needs it, five times, and stored once, in a second
// buffer: one launch instead of two, and a field less is read.
double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const int first = first_of(f);
  const int end = end_of(f);
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  const double* p = f.p;
  double* next = f.next;
  double* u = f.u;
  double* w = f.w;
  double sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum) \
      num_teams(sum_teams(end - first)) thread_limit(team_size)
  for (int c = first; c < end; ++c) {
    u[c] += alpha * p[c];
    next[c] = z[c] + beta * p[c];
    w[c] = apply_to(Mesh{pitch, hx, hy}, v, [=](long at) { return z[at] + beta * p[at]; }, c);
    sum += next[c] * w[c];
  }
  std::swap(f.p, f.next);
  return sum;
}

// The same with the new residual, so that an iteration is one launch.  The second buffers of r and
// w are fields that only a preconditioner needs.
tea::Products tea::one_pass(Fields& f, bool fresh, double alpha, double beta) {
  const int first = first_of(f);
  const int end = end_of(f);
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double owed = fresh ? 0 : alpha;
  const double* v = f.v;
  const double* r = f.r;
  const double* p = f.p;
  const double* w = f.w;
  double* u = f.u;
  double* next_r = f.z;
  double* next_p = f.next;
  double* next_w = f.inverse;
  Products sum{0, 0, 0, 0};
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum) \
      num_teams(sum_teams(end - first)) thread_limit(team_size)
  for (int c = first; c < end; ++c) {
    const double residual = r[c] - owed * w[c];
    const double direction = residual + beta * p[c];
    const double image = apply_to(
        Mesh{pitch, hx, hy}, v, [=](long at) { return r[at] - owed * w[at] + beta * p[at]; }, c);
    u[c] += owed * p[c];
    next_r[c] = residual;
    next_p[c] = direction;
    next_w[c] = image;
    sum += {direction * image, residual * image, image * image, residual * residual};
  }
  std::swap(f.r, f.z);
  std::swap(f.p, f.next);
  std::swap(f.w, f.inverse);
  return sum;
}

double tea::jacobi(Fields& f) {
  const int first = first_of(f);
  const int end = end_of(f);
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  const double* u0 = f.u0;
  const double* inverse = f.inverse;
  const double* u = f.u;
  double* next = f.next;
  double sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum) \
      num_teams(sum_teams(end - first)) thread_limit(team_size)
  for (int c = first; c < end; ++c) {
    next[c] = relax(Mesh{pitch, hx, hy}, v, u0, inverse, u, c);
    sum += std::abs(next[c] - u[c]);
  }
  std::swap(f.u, f.next);
  return sum;
}
