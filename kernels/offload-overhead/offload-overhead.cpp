#include "offload-overhead.hpp"

#include <algorithm>

#include "league/driver.hpp"

namespace {

// Small integers, exact in every precision, none zero, no two neighbours alike; where they begin is
// drawn.  In double precision they are multiples of unit<double>(), which need more bits than a
// float has.
long cell_at(long i) { return i % 1009 + 1; }

// How many of the steps 0 ... steps - 1 belong to the lane.
long steps_of(const OffloadOverhead::Class& cls, long lane) {
  return (cls.steps - lane + cls.lanes - 1) / cls.lanes;
}

}  // namespace

std::vector<OffloadOverhead::Rung> OffloadOverhead::ladder(const Class& cls) {
  std::vector<Rung> rungs;
  int left = cls.steps;
  for (long length = 2; length <= cls.length; length *= 8) {
    const bool last = length * 8 > cls.length;
    const int trips = last ? left : (left + 1) / 2;
    rungs.push_back({int(length), trips});
    left -= trips;
  }
  return rungs;
}

template <typename Real>
OffloadOverhead::Data<Real> OffloadOverhead::make(const Class& cls) {
  Data<Real> data{league::vector<Real>(std::size_t(cls.lanes) + std::size_t(cls.length)),
                  cls.lanes};
  data.shift = league::draw(0, 9999);
  for (std::size_t i = 0; i < data.cells.size(); ++i)
    data.cells[i] = Real(cell_at(long(i) + data.shift)) * league::unit<Real>();
  return data;
}

template <typename Real>
league::Checks OffloadOverhead::check(const Class& cls, const Data<Real>& data) {
  // Integers below 2^24 are exact in every precision: nothing is tolerated.
  const double error = league::max_abs_error(data.cells, [&](std::size_t i) {
    const long cell = long(i);
    const double start = double(cell_at(cell + data.shift)) * double(league::unit<Real>());
    return start + (cell < cls.lanes ? double(steps_of(cls, cell)) : 0);
  });
  return {{"max_error", error, 0}};
}

league::Work OffloadOverhead::work(const Class& cls, std::size_t real_bytes) {
  const auto bytes = double(real_bytes);
  // Counting is all there is to do, in caches after the first steps; what a variant moves besides
  // is its own affair.
  return {double(cls.steps), 2 * bytes * std::min(cls.lanes, cls.steps),
          bytes * (double(cls.lanes) + cls.length)};
}

int main(int argc, char** argv) { return league::drive<OffloadOverhead>(argc, argv); }
