// target.private.spilled
// OpenMP 4.0, section 13.8: a region computes what the host computes, also where the values of a
// thread, here blocks of five rows and columns along a line, do not fit its registers.
// Observed: solutions of block-tridiagonal systems, a line a thread, beside those of the host.
// Flags: -O3
// Mutant: map(tofrom : rhs => map(to : rhs

#include <cmath>
#include <vector>

#include "league/claim.hpp"

#pragma omp declare target
constexpr double c1 = 1.4;
constexpr double c2 = 0.4;
constexpr double c34 = 0.1;
constexpr double c1345 = c1 * c1 * c34;
constexpr double diffusion = 0.75;

struct Grid {
  int n;
  double dt, t1, t2;
  long row, plane, points;
  constexpr Grid(int side, double step)
      : n(side),
        dt(step),
        t1(double(side - 1) * (side - 1)),
        t2(0.5 * (side - 1)),
        row(side),
        plane(long(side) * side),
        points(long(side) * side * side) {}
};

struct State {
  double u[5];
  double ri;
  double velocity[3];
  double sq;
};

inline State state(long components, const double* u, const double& ri) {
  State s;
  for (int m = 0; m < 5; ++m) s.u[m] = *(u + m * components);
  s.ri = ri;
  for (int m = 0; m < 3; ++m) s.velocity[m] = s.u[m + 1] * ri;
  s.sq = 0.5 * (s.u[1] * s.velocity[0] + s.u[2] * s.velocity[1] + s.u[3] * s.velocity[2]);
  return s;
}
// A block of the linearised equations, row by row: the part of friction, and that of the flux.
inline void viscous_part(const State& s, double v, double w, double (&block)[25]) {
  constexpr int d = 2;
  for (double& value : block) value = 0;
  block[0] = w;
  double* last = block + 20;
  double sum = (c1345 * s.u[4]) * s.ri;
  for (int m = 1; m < 4; ++m) {
    const double g = m == d ? c34 * 4.0 / 3.0 : c34;
    const double velocity = s.velocity[m - 1];
    const double factor = v * s.ri;
    const double weighted = (g - c1345) * velocity;
    block[5 * m] = -(g * factor) * velocity;
    block[5 * m + m] = g * factor + w;
    last[m] = factor * weighted;
    sum += weighted * velocity;
  }
  last[0] = (-v * s.ri) * sum;
  last[4] = (v * c1345) * s.ri + w;
}

inline void add_convective_part(const State& s, double a, double (&block)[25]) {
  constexpr int d = 2;
  const double q = s.sq * s.ri;
  const double energy = c1 * (s.u[4] * s.ri);
  const double along = s.velocity[1];
  const double flow = a * along;
  block[d] += a;
  double* last = block + 20;
  for (int m = 1; m < 4; ++m) {
    const double velocity = s.velocity[m - 1];
    if (m != d) {
      double* row = block + 5 * m;
      row[0] -= flow * velocity;
      row[m] += flow;
      row[d] += a * velocity;
    }
    block[5 * d + m] -= (a * c2) * velocity;
    last[m] -= c2 * (flow * velocity);
  }
  double* row = block + 5 * d;
  row[0] += (a * c2) * q - flow * along;
  row[d] += 2.0 * flow;
  row[4] += a * c2;
  last[0] += flow * (2.0 * c2 * q - energy);
  last[d] += a * (energy - c2 * q);
  last[4] += c1 * flow;
}

inline void lower(const Grid& grid, const State& below, double (&block)[25]) {
  const double factor = -grid.dt * grid.t1;
  viscous_part(below, factor, factor * diffusion, block);
  add_convective_part(below, -grid.dt * grid.t2, block);
}

inline void upper(const Grid& grid, const State& above, double (&block)[25]) {
  const double factor = -grid.dt * grid.t1;
  viscous_part(above, factor, factor * diffusion, block);
  add_convective_part(above, grid.dt * grid.t2, block);
}

inline void centre(const Grid& grid, const State& here, double (&block)[25]) {
  const double factor = 2 * grid.dt * grid.t1;
  viscous_part(here, factor, factor * diffusion, block);
}
// y -= A x; 18 entries of A are not zero.
inline void subtract_product(const double (&a)[25], const double (&x)[5], double (&y)[5]) {
  constexpr int d = 2;
  constexpr int n = 3;
  constexpr int o = 1;
  y[0] -= a[0] * x[0] + a[d] * x[d];
  y[n] -= a[5 * n] * x[0] + a[5 * n + d] * x[d] + a[5 * n + n] * x[n];
  y[o] -= a[5 * o] * x[0] + a[5 * o + d] * x[d] + a[5 * o + o] * x[o];
  y[d] -= a[5 * d] * x[0] + a[5 * d + 1] * x[1] + a[5 * d + 2] * x[2] + a[5 * d + 3] * x[3] +
          a[5 * d + 4] * x[4];
  y[4] -= a[20] * x[0] + a[21] * x[1] + a[22] * x[2] + a[23] * x[3] + a[24] * x[4];
}

inline void subtract_product_column(const double (&a)[25], const double (&x)[5], int c,
                                    double (&y)[25]) {
  double column[5];
  for (int m = 0; m < 5; ++m) column[m] = y[5 * m + c];
  subtract_product(a, x, column);
  for (int m = 0; m < 5; ++m) y[5 * m + c] = column[m];
}
// Elimination without a search for pivots.
template <int k = 0>

inline void factorise(double (&b)[25]) {
  const double pivot = 1.0 / b[6 * k];
  b[6 * k] = pivot;
  for (int r = k + 1; r < 5; ++r) {
    const double factor = b[5 * r + k] * pivot;
    b[5 * r + k] = factor;
    for (int c = k + 1; c < 5; ++c) b[5 * r + c] -= factor * b[5 * k + c];
  }
  if constexpr (k < 4) factorise<k + 1>(b);
}

inline void substitute(const double (&b)[25], double (&x)[5]) {
  x[1] -= b[5] * x[0];
  x[2] -= b[10] * x[0] + b[11] * x[1];
  x[3] -= b[15] * x[0] + b[16] * x[1] + b[17] * x[2];
  x[4] -= b[20] * x[0] + b[21] * x[1] + b[22] * x[2] + b[23] * x[3];
  x[4] *= b[24];
  x[3] = (x[3] - b[19] * x[4]) * b[18];
  x[2] = (x[2] - b[13] * x[3] - b[14] * x[4]) * b[12];
  x[1] = (x[1] - b[7] * x[2] - b[8] * x[3] - b[9] * x[4]) * b[6];
  x[0] = (x[0] - b[1] * x[1] - b[2] * x[2] - b[3] * x[3] - b[4] * x[4]) * b[0];
}

inline void substitute_columns(const double (&b)[25], double (&x)[25]) {
  for (int c = 0; c < 5; ++c) {
    double column[5];
    for (int m = 0; m < 5; ++m) column[m] = x[5 * m + c];
    substitute(b, column);
    for (int m = 0; m < 5; ++m) x[5 * m + c] = column[m];
  }
}
// Where a line lies: its first point in each field, and distances.
struct Line {
  const double* u;
  const double* ri;
  double* rhs;
  double* blocks;
  long step;
  long components;
  long block_step;
  long entries;
};
// Forwards from row to row, then backwards.
inline void eliminate_row(const Grid& grid, const State& below, const State& here,
                          const State& above, const double (&before)[5], double (&c)[25],
                          double (&r)[5]) {
  double b[25];
  {
    double a[25];
    lower(grid, below, a);
    subtract_product(a, before, r);
    centre(grid, here, b);
    for (int m = 0; m < 5; ++m) b[6 * m] += 1.0;
    for (int column = 0; column < 5; ++column) {
      const double x[5] = {c[column], c[5 + column], c[10 + column], c[15 + column],
                           c[20 + column]};
      subtract_product_column(a, x, column, b);
    }
  }
  factorise(b);
  substitute(b, r);
  upper(grid, above, c);
  substitute_columns(b, c);
}

inline void forward_row(const Grid& grid, const Line& line, int p, double (&c)[25],
                        double (&r)[5]) {
  const double* u = line.u + p * line.step;
  const double* ri = line.ri + p * line.step;
  double* rhs = line.rhs + p * line.step;
  double* blocks = line.blocks + p * line.block_step;
  const long step = line.step;
  const auto below = state(line.components, u - step, *(ri - step));
  const auto here = state(line.components, u, *(ri));
  const auto above = state(line.components, u + step, *(ri + step));
  double before[5];
  for (int m = 0; m < 5; ++m) {
    before[m] = r[m];
    r[m] = *(rhs + m * line.components);
  }
  eliminate_row(grid, below, here, above, before, c, r);
  for (int m = 0; m < 5; ++m) *(rhs + m * line.components) = r[m];
  for (int e = 0; e < 25; ++e) *(blocks + e * line.entries) = c[e];
}

inline void backward_row(const Line& line, int p, double (&r)[5]) {
  double* rhs = line.rhs + p * line.step;
  const double* blocks = line.blocks + p * line.block_step;
  double x[5];
  for (int m = 0; m < 5; ++m) {
    x[m] = *(rhs + m * line.components);
    for (int c = 0; c < 5; ++c) x[m] -= *(blocks + (5 * m + c) * line.entries) * r[c];
  }
  for (int m = 0; m < 5; ++m) {
    r[m] = x[m];
    *(rhs + m * line.components) = x[m];
  }
}

inline Line line_at(const Grid& grid, int a, int b, const double* u, const double* ri, double* rhs,
                    double* blocks) {
  const long outer = a * grid.plane;
  const long c = outer + b;
  return {u + c, ri + c, rhs + c, blocks + outer + b, grid.row, grid.points, grid.row, grid.points};
}

inline void solve_line(const Grid& grid, const Line& line) {
  double c[25];
  double r[5];
  for (double& entry : c) entry = 0;
  for (double& value : r) value = 0;
  for (int p = 1; p < grid.n - 1; ++p) forward_row(grid, line, p, c, r);
  for (int p = grid.n - 3; p > 0; --p) backward_row(line, p, r);
}
#pragma omp end declare target

// The sizes are arguments, so that no compiler knows them.
static int solve(int n, double dt, const double* u, const double* ri, double* rhs, double* work) {
  const long points = long(n) * n * n;
  int on_host = 1;
  #pragma omp target teams distribute parallel for collapse(2) \
      map(to : u[0 : 5 * points], ri[0 : points])              \
      map(tofrom : rhs[0 : 5 * points], work[0 : 25 * points], on_host)
  for (int a = 1; a < n - 1; ++a)
    for (int b = 1; b < n - 1; ++b) {
      const Grid here(n, dt);
      solve_line(here, line_at(here, a, b, u, ri, rhs, work));
      if (a == 1 && b == 1) on_host = omp_is_initial_device();
    }
  return on_host;
}

int main() {
  league::Claim claim;
  const int n = 8;
  const double dt = 0.01;
  const long points = long(n) * n * n;
  std::vector<double> state_of(5 * points), inverse(points), begun(5 * points), place(25 * points);
  for (long p = 0; p < points; ++p) {
    state_of[p] = 1 + 0.01 * double(p % 7);
    inverse[p] = 1 / state_of[p];
    for (int m = 1; m < 5; ++m)
      state_of[m * points + p] = (m == 4 ? 4 : 0.3) + 0.01 * double(p * m % 5);
    for (int m = 0; m < 5; ++m) begun[m * points + p] = 0.01 * double((p + m) % 11);
  }
  std::vector<double> solved = begun;
  const double* u = state_of.data();
  const double* ri = inverse.data();
  double* rhs = begun.data();
  double* expected = solved.data();
  double* work = place.data();
  const Grid grid(n, dt);
  for (int a = 1; a < n - 1; ++a)
    for (int b = 1; b < n - 1; ++b) solve_line(grid, line_at(grid, a, b, u, ri, expected, work));

  claim.ran(solve(n, dt, u, ri, rhs, work));
  double worst = 0;
  for (long i = 0; i < 5 * points; ++i) {
    const double error = std::fabs(rhs[i] - expected[i]);
    if (!(error <= worst)) worst = error;
  }
  claim.holds("solutions as on the host", worst < 1e-12);
  return claim.verdict();
}
