// The ceiling: the vendor's library transforms, and the damping is a kernel of its own.

#include <cufft.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "ft.hpp"
#include "ft_rows_field.cuh"
#include "ft_steps.hpp"
#include "league/cuda.hpp"

namespace {

using std::size_t;
using std::uint64_t;

void demand(cufftResult status, const char* what) {
  if (status == CUFFT_SUCCESS) return;
  throw std::runtime_error(std::string("cuFFT: ") + what + ": error " + std::to_string(status));
}

/// The library's plan for a box, with the memory it works in.
struct Plan {
  explicit Plan(ft::Box box) {
    demand(cufftPlan3d(&handle, box.nz, box.ny, box.nx, CUFFT_Z2Z), "plan");
  }
  ~Plan() { static_cast<void>(cufftDestroy(handle)); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  cufftHandle handle = 0;
};

/// Everything a run keeps.  Tables have entries for x, then for y, then for z.
struct State {
  explicit State(const Ft::Class& cls)
      : box{cls.nx, cls.ny, cls.nz, cls.niter},
        points(cls.points()),
        plan(box),
        jump(box.entries()),
        damping(size_t(box.entries()) * cls.niter),
        mode(points),
        field(points),
        sum(1) {}

  ft::Box box;
  size_t points;
  Plan plan;
  league::DeviceArray<uint64_t> jump;
  league::DeviceArray<double> damping;
  league::DeviceArray<double2> mode, field, sum;
};

__global__ void fill_tables(ft::Box box, uint64_t* jump, double* damping) {
  const int at = int(blockIdx.x * 32 + threadIdx.x);
  const ft::Entry entry = ft::entry_of(box, at);
  jump[at] = ft::jump_of(entry);
  const int frequency = entry.i < entry.n / 2 ? entry.i : entry.i - entry.n;
  for (int step = 0; step < box.niter; ++step)
    damping[step * box.entries() + at] = ft::damping(frequency, step + 1);
}

// A row of the box for each block along x.
__global__ void __launch_bounds__(ft::field_threads)
    damp(ft::Box box, const double* __restrict__ damping, const double2* __restrict__ mode,
         double2* __restrict__ field) {
  const int j = int(blockIdx.x), k = int(blockIdx.y);
  const double of_row = damping[box.nx + j] * damping[box.nx + box.ny + k];
  const size_t row = (size_t(k) * box.ny + j) * box.nx;
  for (int i = int(threadIdx.x); i < box.nx; i += ft::field_threads) {
    const double2 value = mode[row + i];
    field[row + i] = {of_row * damping[i] * value.x, of_row * damping[i] * value.y};
  }
}

void set_up(State& s) {
  const dim3 rows(s.box.ny, s.box.nz);
  fill_tables<<<s.box.entries() / 32, 32>>>(s.box, s.jump.data(), s.damping.data());
  ft::fill_field<<<rows, ft::field_threads>>>(s.box, s.jump.data(), s.mode.data());
  league::demand_launched();
}

// What the library calls inverse has the sign that is forward here; neither divides by anything.
void forward(State& s) {
  demand(cufftExecZ2Z(s.plan.handle, s.mode.data(), s.mode.data(), CUFFT_INVERSE), "transform");
}

void backward(State& s, int step) {
  const dim3 rows(s.box.ny, s.box.nz);
  const double* damping = s.damping.data() + size_t(step) * s.box.entries();
  damp<<<rows, ft::field_threads>>>(s.box, damping, s.mode.data(), s.field.data());
  league::demand_launched();
  demand(cufftExecZ2Z(s.plan.handle, s.field.data(), s.field.data(), CUFFT_FORWARD), "transform");
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
