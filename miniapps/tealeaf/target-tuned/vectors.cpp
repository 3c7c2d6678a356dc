// The best we can do with clauses: a thread a cell, teams that suit a GPU.

#include "rows_teams.hpp"

void tea::copy(Fields& f, const double* from, double* to) {
  const int first = first_of(f);
  const int end = end_of(f);
  #pragma omp target teams distribute parallel for num_teams(teams(end - first)) \
      thread_limit(team_size)
  for (int c = first; c < end; ++c) to[c] = from[c];
}

void tea::add(Fields& f, double factor, const double* d, double* x) {
  const int first = first_of(f);
  const int end = end_of(f);
  #pragma omp target teams distribute parallel for num_teams(teams(end - first)) \
      thread_limit(team_size)
  for (int c = first; c < end; ++c) x[c] += factor * d[c];
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  const int first = first_of(f);
  const int end = end_of(f);
  #pragma omp target teams distribute parallel for num_teams(teams(end - first)) \
      thread_limit(team_size)
  for (int c = first; c < end; ++c) {
    d[c] = a * d[c] + b * z[c];
    x[c] += d[c];
  }
}

void tea::open_inner(Fields& f, double factor, const double* z) {
  const int first = first_of(f);
  const int end = end_of(f);
  const double* r = f.r;
  double* sd = f.sd;
  double* inner_z = f.inner_z;
  double* inner_r = f.inner_r;
  #pragma omp target teams distribute parallel for num_teams(teams(end - first)) \
      thread_limit(team_size)
  for (int c = first; c < end; ++c) {
    sd[c] = factor * z[c];
    inner_z[c] = sd[c];
    inner_r[c] = r[c];
  }
}

double tea::reduce_residual(Fields& f, double alpha) {
  const int first = first_of(f);
  const int end = end_of(f);
  const double* w = f.w;
  double* r = f.r;
  double sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum) \
      num_teams(sum_teams(end - first)) thread_limit(team_size)
  for (int c = first; c < end; ++c) {
    r[c] -= alpha * w[c];
    sum += r[c] * r[c];
  }
  return sum;
}

double tea::dot(Fields& f, const double* a, const double* b) {
  const int first = first_of(f);
  const int end = end_of(f);
  double sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum) \
      num_teams(sum_teams(end - first)) thread_limit(team_size)
  for (int c = first; c < end; ++c) sum += a[c] * b[c];
  return sum;
}

tea::Sums tea::totals(Fields& f) {
  const int first = first_of(f);
  const int end = end_of(f);
  const double* u = f.u;
  const double* density = f.density;
  double energy = 0;
  double temperature = 0;
  #pragma omp target teams distribute parallel for map(tofrom : energy, temperature) \
      reduction(+ : energy, temperature) num_teams(sum_teams(end - first)) thread_limit(team_size)
  for (int c = first; c < end; ++c) {
    energy += u[c];
    temperature += density[c] * u[c];
  }
  return {energy, temperature};
}
