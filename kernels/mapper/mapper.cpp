#include "mapper.hpp"

#include <cstdint>

#include "league/driver.hpp"

namespace {

// What a cell between two blocks holds, before and after.
constexpr int unowned = -1;

// Blocks differ in length, from half the average to one and a half times it, and in weight.
int cells_of(const Mapper::Class& cls, long block) {
  return cls.cells / 2 + int(block * 7919 % (cls.cells + 1));
}
int gap_after(const Mapper::Class& cls, long block) {
  return block + 1 < cls.blocks ? 1 + int(block % 3) : 0;
}
int weight_of(long block) { return 1 + int(block % 7); }

// Calls visit(block, first cell of the block, number of its cells); returns the number of all
// cells.
template <typename Visit>
long for_each_block(const Mapper::Class& cls, const Visit& visit) {
  long first = 0;
  for (long block = 0; block < cls.blocks; ++block) {
    visit(block, first, cells_of(cls, block));
    first += cells_of(cls, block) + gap_after(cls, block);
  }
  return first;
}

// Integers from 1 to 1024 in no simple order (the upper bits of a multiple of the golden ratio),
// the first of them drawn; never zero, so that a cell that is left out shows.  In double precision
// they are multiples of unit<double>(), which need more bits than a float has.
int x_at(long cell) { return 1 + int(std::uint32_t(cell) * 2654435769U >> 22); }
int y_at(long cell) { return 1025 - x_at(cell); }

}  // namespace

template <typename Real>
Mapper::Data<Real> Mapper::make(const Class& cls) {
  const auto all = std::size_t(for_each_block(cls, [](long, long, int) {}));
  Data<Real> data{league::vector<Block<Real>>(std::size_t(cls.blocks) + 1),
                  league::vector<Real>(all, Real(unowned)),
                  league::vector<Real>(all, Real(unowned))};
  data.shift = league::draw(0, 9999);
  for_each_block(cls, [&](long block, long first, int cells) {
    Real* x = &data.x[std::size_t(first)];
    Real* y = &data.y[std::size_t(first)];
    for (int i = 0; i < cells; ++i) {
      x[i] = Real(x_at(data.shift + first + i)) * league::unit<Real>();
      y[i] = Real(y_at(data.shift + first + i)) * league::unit<Real>();
    }
    data.blocks[std::size_t(block)] = {cells, Real(weight_of(block)), x, y};
  });
  // Whoever goes one too far, or one too far in every step, updates the first with a wrong weight.
  data.blocks.back() = data.blocks.front();
  data.blocks.back().weight = Real(8);
  return data;
}

template <typename Real>
league::Checks Mapper::check(const Class& cls, const Data<Real>& data) {
  // Integers of at most 2000 * 7 * 1024 + 1024 < 2^24, times the unit, are exact: nothing is
  // tolerated.
  const auto scale = double(league::unit<Real>());
  double worst = 0;
  const auto expect = [&](long cell, double wanted) {
    const double error = std::abs(double(data.y[std::size_t(cell)]) - wanted);
    worst = league::detail::worse(worst, error);
  };
  for_each_block(cls, [&](long block, long first, int cells) {
    for (long cell = first; cell < first + cells; ++cell)
      expect(cell, scale * double(y_at(data.shift + cell) +
                                  long(cls.steps) * weight_of(block) * x_at(data.shift + cell)));
    for (int gap = 0; gap < gap_after(cls, block); ++gap) expect(first + cells + gap, unowned);
  });
  return {{"max_error", worst, 0}};
}

league::Work Mapper::work(const Class& cls, std::size_t real_bytes) {
  double cells = 0;
  const auto all = double(for_each_block(cls, [&](long, long, int n) { cells += n; }));
  const auto bytes = double(real_bytes);
  const double updates = cells * cls.steps;
  // A step reads x and y and writes y.
  return {2 * updates, 3 * bytes * updates, 2 * bytes * all + 32.0 * cls.blocks};
}

int main(int argc, char** argv) { return league::drive<Mapper>(argc, argv); }
