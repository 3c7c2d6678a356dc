// Hands the problem to the variants in Fortran, which are compiled once for each precision.

#include "jacobi.hpp"

extern "C" void jacobi_fp32(int n, int sweeps, float* u, float* v, league::Stopwatch* watch);
extern "C" void jacobi_fp64(int n, int sweeps, double* u, double* v, league::Stopwatch* watch);

template <>
void Jacobi::run(const Class& cls, Data<float>& data, league::Stopwatch& watch) {
  jacobi_fp32(cls.n, cls.sweeps, data.u.data(), data.v.data(), &watch);
}
template <>
void Jacobi::run(const Class& cls, Data<double>& data, league::Stopwatch& watch) {
  jacobi_fp64(cls.n, cls.sweeps, data.u.data(), data.v.data(), &watch);
}
