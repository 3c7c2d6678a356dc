#include "matvec.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "league/driver.hpp"

namespace {

// Integers that are exact in every precision, in any order: |A| <= 65, |x| <= 3 and at most 86,000
// columns keep every partial sum below 2^24.  An element of A is the sum of a part that depends on
// its row and one that depends on its column, so that a product needs only two sums over x; the
// parts, and the sides of the matrix, differ, so that rows taken for columns show.  Nothing is
// zero; where the periods begin is drawn.  In double precision x is a multiple of unit<double>(),
// which needs more bits than a float has.
int part_of_row(std::size_t i) { return int(i % 59) + 1; }
int part_of_column(std::size_t j) { return int(j % 7); }
int element_of_x(std::size_t product, std::size_t j) {
  constexpr int values[] = {1, -2, 3, 2, -1};
  return values[(3 * product + j) % 5];
}

}  // namespace

template <typename Real>
Matvec::Data<Real> Matvec::make(const Class& cls) {
  const auto rows = std::size_t(cls.rows);
  const auto columns = std::size_t(cls.columns);
  const auto products = std::size_t(cls.products);
  Data<Real> data{league::vector<Real>(rows * columns), league::vector<Real>(products * columns),
                  league::vector<Real>(products * rows), std::size_t(league::draw(0, 9999))};
  const std::size_t shift = data.shift;
  std::vector<Real> parts(columns);
  for (std::size_t j = 0; j < columns; ++j) parts[j] = Real(part_of_column(j + shift));
  for (std::size_t i = 0; i < rows; ++i) {
    const auto part = Real(part_of_row(i + shift));
    Real* row = &data.a[i * columns];
    for (std::size_t j = 0; j < columns; ++j) row[j] = part + parts[j];
  }
  for (std::size_t k = 0; k < products; ++k)
    for (std::size_t j = 0; j < columns; ++j)
      data.x[k * columns + j] = Real(element_of_x(k, j + shift)) * league::unit<Real>();
  std::fill(data.y.begin(), data.y.end(), league::poison<Real>());
  return data;
}

template <typename Real>
league::Checks Matvec::check(const Class& cls, const Data<Real>& data) {
  std::vector<long> plain(std::size_t(cls.products));     // sum of x(j)
  std::vector<long> weighted(std::size_t(cls.products));  // sum of x(j) times the column's part
  for (std::size_t k = 0; k < plain.size(); ++k)
    for (std::size_t j = 0; j < std::size_t(cls.columns); ++j) {
      plain[k] += element_of_x(k, j + data.shift);
      weighted[k] += long(element_of_x(k, j + data.shift)) * part_of_column(j + data.shift);
    }
  const double error = league::max_abs_error(data.y, [&](std::size_t at) {
    const std::size_t k = at / std::size_t(cls.rows);
    const std::size_t i = at % std::size_t(cls.rows);
    return double(part_of_row(i + data.shift) * plain[k] + weighted[k]) *
           double(league::unit<Real>());
  });
  // Nothing is rounded.
  return {{"max_error", error, 0}};
}

league::Work Matvec::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.rows) * cls.columns;
  const double vectors = double(cls.products) * (double(cls.rows) + cls.columns);
  const auto bytes = double(real_bytes);
  // A is read for every product: it is not assumed to stay in a cache.
  return {2 * cells * cls.products, bytes * (cells * cls.products + vectors),
          bytes * (cells + vectors)};
}

int main(int argc, char** argv) { return league::drive<Matvec>(argc, argv); }
