// Hands the problem to the variants in Fortran, which are compiled once for each precision.

#include "saxpy.hpp"

extern "C" void saxpy_fp32(int n, int steps, float a, const float* x, float* y,
                           league::Stopwatch* watch);
extern "C" void saxpy_fp64(int n, int steps, double a, const double* x, double* y,
                           league::Stopwatch* watch);

template <>
void Saxpy::run(const Class& cls, Data<float>& data, league::Stopwatch& watch) {
  saxpy_fp32(cls.n, cls.steps, data.a, data.x.data(), data.y.data(), &watch);
}
template <>
void Saxpy::run(const Class& cls, Data<double>& data, league::Stopwatch& watch) {
  saxpy_fp64(cls.n, cls.steps, data.a, data.x.data(), data.y.data(), &watch);
}
