#include "vadd.hpp"

#include <cstddef>

#include "league/driver.hpp"

namespace {

// Small integers are exact in every precision, and so are their sums.  The periods are different
// primes: a shift of either vector shows, whatever the block sizes of a variant are; where
// they begin is drawn.  In double precision they are multiples of unit<double>(), which need more
// bits than a float has.
int element_of_a(std::size_t i) { return int(i % 1009); }
int element_of_b(std::size_t i) { return int(2 * (i % 997) + 1); }

}  // namespace

template <typename Real>
Vadd::Data<Real> Vadd::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n), league::vector<Real>(n), league::vector<Real>(n)};
  data.shift = std::size_t(league::draw(0, 9999));
  for (std::size_t i = 0; i < n; ++i) {
    data.a[i] = Real(element_of_a(i + data.shift)) * league::unit<Real>();
    data.b[i] = Real(element_of_b(i + data.shift)) * league::unit<Real>();
    data.c[i] = league::poison<Real>();
  }
  return data;
}

template <typename Real>
league::Checks Vadd::check(const Class&, const Data<Real>& data) {
  const double error = league::max_abs_error(data.c, [&](std::size_t i) {
    const std::size_t place = i + data.shift;
    return (element_of_a(place) + element_of_b(place)) * double(league::unit<Real>());
  });
  // Nothing is rounded.
  return {{"max_error", error, 0}};
}

league::Work Vadd::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const auto bytes = double(real_bytes);
  return {n, 3 * bytes * n, 3 * bytes * n};
}

int main(int argc, char** argv) { return league::drive<Vadd>(argc, argv); }
