// Sums as a portability library of 2018 made them: threads add to a slot of their team in a
// critical section, the host adds the slots; else as target-device-ptr.

#include <omp.h>

#include <numeric>
#include <vector>

#include "lambda-forall.hpp"
#include "lambda-forall_rows.hpp"

namespace {

constexpr int slots = 256;  // teams beyond have nothing to do

/// The sum of body(i) over every i in [begin, end).
template <typename Sum, typename Body>
Sum forall_sum_by_slots(int begin, int end, Body body) {
  std::vector<Sum> of_team(slots, 0);
  Sum* sums = of_team.data();
  #pragma omp target teams map(tofrom : sums[0 : slots])
  {
    const int team = omp_get_team_num();
    const int teams = omp_get_num_teams() < slots ? omp_get_num_teams() : slots;
    if (team < teams) {
      #pragma omp parallel
      {
        const int threads = omp_get_num_threads();
        const long stride = long(teams) * threads;
        Sum mine = 0;
        for (long i = begin + long(team) * threads + omp_get_thread_num(); i < end; i += stride)
          mine += body(int(i));
        #pragma omp critical
        sums[team] += mine;
      }
    }
  }
  return std::accumulate(of_team.begin(), of_team.end(), Sum(0));
}

}  // namespace

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    #pragma omp target data use_device_ptr(x, y)
    {
      watch.start();
      for (int step = 0; step < cls.steps; ++step) {
        forall(0, n, [=](int i) { y[i] += a * x[i]; });
        watch.lap("update");

        sums[step] = Real(forall_sum_by_slots<double>(0, n, [=](int i) { return y[i]; }));
        watch.lap("sum");
      }
      watch.stop();
    }
  }
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
