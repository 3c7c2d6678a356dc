// Hands the problem to the variants in Fortran, which are compiled once for each precision.

#include "matmul.hpp"

extern "C" void matmul_fp32(int n, const float* a, const float* b, float* c,
                            league::Stopwatch* watch);
extern "C" void matmul_fp64(int n, const double* a, const double* b, double* c,
                            league::Stopwatch* watch);

template <>
void Matmul::run(const Class& cls, Data<float>& data, league::Stopwatch& watch) {
  matmul_fp32(cls.n, data.a.data(), data.b.data(), data.c.data(), &watch);
}
template <>
void Matmul::run(const Class& cls, Data<double>& data, league::Stopwatch& watch) {
  matmul_fp64(cls.n, data.a.data(), data.b.data(), data.c.data(), &watch);
}
