// The vendor's library beside hand-written CUDA: one call reduces a row.

#include "launch.cuh"

namespace {

struct Multiply {
  template <typename T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a * b;
  }
  __host__ __device__ Complex operator()(const Complex& a, const Complex& b) const {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
};

}  // namespace

template <typename T>
void Product::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  T results[rounds];
  reduce_rows<Multiply>(cls, data, results, watch);
  for (int round = 0; round < rounds; ++round) store(data.result, round, results[round]);
}

template void Product::run(const Class&, Data<float>&, league::Stopwatch&);
template void Product::run(const Class&, Data<double>&, league::Stopwatch&);
template void Product::run(const Class&, Data<unsigned>&, league::Stopwatch&);
template void Product::run(const Class&, Data<Complex>&, league::Stopwatch&);
