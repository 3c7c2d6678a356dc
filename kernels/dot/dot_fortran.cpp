// Hands the problem to the variants in Fortran, which are compiled once for each precision.

#include "dot.hpp"

extern "C" void dot_fp32(int n, int products, const float* x, const float* y, float* dot,
                         league::Stopwatch* watch);
extern "C" void dot_fp64(int n, int products, const double* x, const double* y, double* dot,
                         league::Stopwatch* watch);

template <>
void Dot::run(const Class& cls, Data<float>& data, league::Stopwatch& watch) {
  dot_fp32(cls.n, cls.products, data.x.data(), data.y.data(), data.dot.data(), &watch);
}
template <>
void Dot::run(const Class& cls, Data<double>& data, league::Stopwatch& watch) {
  dot_fp64(cls.n, cls.products, data.x.data(), data.y.data(), data.dot.data(), &watch);
}
