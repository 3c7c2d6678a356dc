// The vendor reference: a block takes a few whole lines, and a transform goes through memory once
// per axis; damping costs no traffic of its own.

#include <cstddef>
#include <cstdint>

#include "ft.hpp"
#include "ft_rows.cuh"
#include "ft_rows_field.cuh"
#include "ft_steps.hpp"
#include "league/cuda.hpp"

namespace {

using std::size_t;
using std::uint64_t;

/// Everything a run keeps.  Tables have entries for x, then for y, then for z.
struct State {
  explicit State(const Ft::Class& cls)
      : box{cls.nx, cls.ny, cls.nz, cls.niter},
        points(cls.points()),
        jump(box.entries()),
        root(box.entries()),
        damping(size_t(box.entries()) * cls.niter),
        mode(points),
        field(points),
        sum(1) {}

  ft::Box box;
  size_t points;
  league::DeviceArray<uint64_t> jump;
  league::DeviceArray<double2> root;
  league::DeviceArray<double> damping;
  league::DeviceArray<double2> mode, field, sum;
};

__global__ void fill_tables(ft::Box box, uint64_t* jump, double2* root, double* damping) {
  const int at = int(blockIdx.x * 32 + threadIdx.x);
  const ft::Entry entry = ft::entry_of(box, at);
  jump[at] = ft::jump_of(entry);
  const ft::Complex unit = ft::root(entry.n, entry.i);
  root[at] = {unit.re, unit.im};
  const int frequency = ft::frequency_at<4096>(entry.n, entry.i);
  for (int step = 0; step < box.niter; ++step)
    damping[step * box.entries() + at] = ft::damping(frequency, step + 1);
}

template <int n, bool along_x>
__global__ void __launch_bounds__(ft::threads_of<n>, ft::blocks_of<n>)
    forward_lines(size_t apart, const double2* __restrict__ root, double2* mode) {
  const ft::Part<n, along_x> part;
  __shared__ double shared[part.waiting];
  mode += part.begin(apart);
  ft::Complex a[8];
  for (int e = 0; e < 8; ++e) {
    const double2 value = mode[ft::position<n, n>(part.t, e) * apart];
    a[e] = {value.x, value.y};
  }
  part.forward(a, root, shared);
  for (int e = 0; e < 8; ++e) mode[ft::place<n>(part.t, e) * apart] = {a[e].re, a[e].im};
}

// Along z from the modes, which are damped on the way; along y and x in place.
template <int n, bool along_x, bool damped>
__global__ void __launch_bounds__(ft::threads_of<n>, ft::blocks_of<n>)
    backward_lines(ft::Box box, size_t apart, const double2* __restrict__ root,
                   const double* __restrict__ damping, const double2* from, double2* to) {
  const ft::Part<n, along_x> part;
  __shared__ double shared[part.waiting];
  const size_t begin = part.begin(apart);
  const double of_line = damped ? damping[begin % box.nx] * damping[box.nx + begin / box.nx] : 1.0;
  ft::Complex a[8];
  for (int e = 0; e < 8; ++e) {
    const int place = ft::place<n>(part.t, e);
    const double2 value = from[begin + place * apart];
    const double left = damped ? of_line * damping[box.nx + box.ny + place] : 1.0;
    a[e] = {left * value.x, left * value.y};
  }
  part.backward(a, root, shared);
  for (int e = 0; e < 8; ++e)
    to[begin + ft::position<n, n>(part.t, e) * apart] = {a[e].re, a[e].im};
}

void set_up(State& s) {
  fill_tables<<<s.box.entries() / 32, 32>>>(s.box, s.jump.data(), s.root.data(), s.damping.data());
  ft::fill_field<<<dim3(s.box.ny, s.box.nz), ft::field_threads>>>(s.box, s.jump.data(),
                                                                  s.mode.data());
  league::demand_launched();
}

template <bool along_x>
void forward_along(State& s, int length, size_t apart, const double2* root) {
  ft::for_length(length, [&](auto constant) {
    constexpr int n = decltype(constant)::value;
    constexpr int threads = ft::threads_of<n>;
    const auto blocks = unsigned(s.points / n / ft::lines_of<n>);
    const auto kernel = forward_lines<n, along_x>;
    kernel<<<blocks, threads>>>(apart, root, s.mode.data());
  });
  league::demand_launched();
}

template <bool along_x, bool damped>
void backward_along(State& s, int length, size_t apart, const double2* root, int step) {
  const double* damping = s.damping.data() + size_t(step) * s.box.entries();
  const double2* from = damped ? s.mode.data() : s.field.data();
  ft::for_length(length, [&](auto constant) {
    constexpr int n = decltype(constant)::value;
    constexpr int threads = ft::threads_of<n>;
    const auto blocks = unsigned(s.points / n / ft::lines_of<n>);
    const auto kernel = backward_lines<n, along_x, damped>;
    kernel<<<blocks, threads>>>(s.box, apart, root, damping, from, s.field.data());
  });
  league::demand_launched();
}

void forward(State& s) {
  const auto [nx, ny, nz, niter] = s.box;
  forward_along<true>(s, nx, 1, s.root.data());
  forward_along<false>(s, ny, nx, s.root.data() + nx);
  forward_along<false>(s, nz, size_t(nx) * ny, s.root.data() + nx + ny);
}

void backward(State& s, int step) {
  const auto [nx, ny, nz, niter] = s.box;
  backward_along<false, true>(s, nz, size_t(nx) * ny, s.root.data() + nx + ny, step);
  backward_along<false, false>(s, ny, nx, s.root.data() + nx, step);
  backward_along<true, false>(s, nx, 1, s.root.data(), step);
}

ft::Complex checksum(const State& s) {
  ft::add_samples<<<1, ft::samples>>>(s.box, s.field.data(), s.sum.data());
  league::demand_launched();
  double2 sum;
  s.sum.copy_to(&sum);
  return {sum.x, sum.y};
}

}  // namespace

template <typename Real>
void Ft::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  State s(cls);
  ft::run_phases(cls, data, watch, s, set_up, forward, backward, checksum);
}

template void Ft::run(const Class&, Data<double>&, league::Stopwatch&);
