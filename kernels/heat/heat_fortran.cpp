// Hands the problem to the variants in Fortran, which are compiled once for each precision.

#include "heat.hpp"

extern "C" void heat_fp32(int n, int steps, float r, float* u, float* v, league::Stopwatch* watch);
extern "C" void heat_fp64(int n, int steps, double r, double* u, double* v,
                          league::Stopwatch* watch);

template <>
void Heat::run(const Class& cls, Data<float>& data, league::Stopwatch& watch) {
  heat_fp32(cls.n, cls.steps, r, data.u.data(), data.v.data(), &watch);
}
template <>
void Heat::run(const Class& cls, Data<double>& data, league::Stopwatch& watch) {
  heat_fp64(cls.n, cls.steps, r, data.u.data(), data.v.data(), &watch);
}
