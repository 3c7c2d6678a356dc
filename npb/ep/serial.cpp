// What is computed: the polar method, pair by pair, with the library's logarithm.

#include <algorithm>
#include <array>
#include <cmath>

#include "../random.hpp"
#include "ep.hpp"

template <typename Real>
void Ep::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long pairs = 1L << cls.m;
  double sx = 0;
  double sy = 0;
  std::array<long, annuli> count{};

  watch.start();
  npb::Random random{271828183};
  for (long n = 0; n < pairs; ++n) {
    const double x = 2 * random.next() - 1;
    const double y = 2 * random.next() - 1;
    const double t = x * x + y * y;
    if (t > 1) continue;
    const double factor = std::sqrt(-2 * std::log(t) / t);
    sx += x * factor;
    sy += y * factor;
    ++count[std::size_t(std::max(std::abs(x * factor), std::abs(y * factor)))];
  }
  watch.lap("pairs");
  watch.stop();

  data.sums[0] = sx;
  data.sums[1] = sy;
  std::copy(count.begin(), count.end(), data.sums.begin() + 2);
}

template void Ep::run(const Class&, Data<double>&, league::Stopwatch&);
