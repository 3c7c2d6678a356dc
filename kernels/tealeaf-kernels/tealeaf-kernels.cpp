#include "tealeaf-kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "league/driver.hpp"

namespace {

// Small integers in no simple order, the first of them drawn: directions and residuals from -7 to
// 8, conductivities 1 to 8.
int hashed(std::uint32_t place, std::uint32_t kind) {
  return int((place * 4 + kind) * 2654435769U >> 28U);
}

// What is known of a cell without the fields; rows and columns are 1 to n.
struct Cells {
  Cells(const TealeafKernels::Class& cls, int drawn)
      : n(cls.n), steps(cls.steps), shift(std::uint32_t(drawn)) {}

  std::uint32_t place(int row, int column) const {
    return std::uint32_t(row) * std::uint32_t(n + 2) + std::uint32_t(column) + shift;
  }
  int p_at_start(int row, int column) const { return hashed(place(row, column), 0) - 7; }
  int r(int row, int column) const { return hashed(place(row, column), 1) - 7; }
  /// In which direction a step looks, counted from 1: p and r - p take turns.
  int p(int step, int row, int column) const {
    const int start = p_at_start(row, column);
    return step % 2 == 0 ? start : r(row, column) - start;
  }
  int kx(int row, int column) const {  // of the face before the cell
    return column == 1 || column == n + 1 ? 0 : hashed(place(row, column), 2) / 2 + 1;
  }
  int ky(int row, int column) const {  // of the face below it
    return row == 1 || row == n + 1 ? 0 : hashed(place(row, column), 3) / 2 + 1;
  }
  /// Sum over the four faces of conductivity times difference.
  long flux(int step, int row, int column) const {
    const int here = p(step, row, column);
    long sum = 0;
    if (column > 1) sum += kx(row, column) * (here - p(step, row, column - 1));
    if (column < n) sum += kx(row, column + 1) * (here - p(step, row, column + 1));
    if (row > 1) sum += ky(row, column) * (here - p(step, row - 1, column));
    if (row < n) sum += ky(row + 1, column) * (here - p(step, row + 1, column));
    return sum;
  }
  bool inside(int row, int column) const {
    return row >= 1 && row <= n && column >= 1 && column <= n;
  }

  int n;
  int steps;
  std::uint32_t shift;
};

// Directions and residuals are multiples of this, so that p and w need more bits than a float has.
const double unit = 1 + std::ldexp(1.0, -30);
constexpr double halo_of_p = 1000003;  // walls have to keep it out

// Error of the sums of a step and of the next, the only two there are, by the sum of magnitudes.
template <typename Vector>
double error_of_sums(const Cells& cells, const Vector& pw) {
  double worst = 0;
  for (const int parity : {1, 0}) {
    long squares = 0;
    long fluxes = 0;
    double magnitude = 0;
    for (int row = 1; row <= cells.n; ++row)
      for (int column = 1; column <= cells.n; ++column) {
        const long p = cells.p(parity, row, column);
        const long flux = cells.flux(parity, row, column);
        squares += p * p;
        fluxes += p * flux;
        magnitude += std::abs(double(p) * double(p + flux));
      }
    const double expected = unit * unit * double(squares + fluxes);
    for (std::size_t step = parity == 1 ? 0 : 1; step < pw.size(); step += 2)
      worst = league::detail::worse(worst, std::abs(pw[step] - expected) / magnitude);
  }
  return worst;
}

}  // namespace

template <typename Real>
TealeafKernels::Data<Real> TealeafKernels::make(const Class& cls) {
  const int shift = league::draw(0, 9999);
  const Cells cells(cls, shift);
  const int rows = pitch(cls);
  const std::size_t size = std::size_t(rows) * std::size_t(rows);
  const Real poison = league::poison<Real>();
  // What no cell has to look at is poisoned, too.
  Data<Real> data{league::vector<Real>(size, poison),
                  league::vector<Real>(size, poison),
                  league::vector<Real>(size, poison),
                  league::vector<Real>(size, halo_of_p),
                  league::vector<Real>(size, poison),
                  league::vector<Real>(std::size_t(cls.steps), poison),
                  shift};
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < rows; ++column) {
      const std::size_t c = std::size_t(row) * std::size_t(rows) + std::size_t(column);
      if (cells.inside(row, column)) {
        data.r[c] = unit * cells.r(row, column);
        data.p[c] = unit * cells.p_at_start(row, column);
      } else {
        data.w[c] = halo_of_p;
      }
      if (row >= 1 && row <= cls.n && column >= 1) data.kx[c] = cells.kx(row, column);
      if (column >= 1 && column <= cls.n && row >= 1) data.ky[c] = cells.ky(row, column);
    }
  return data;
}

template <typename Real>
league::Checks TealeafKernels::check(const Class& cls, const Data<Real>& data) {
  // Directions and fluxes have 30 bits behind the point, and 5 and 11 before it: both fields are
  // exact.
  const Cells cells(cls, data.shift);
  const auto rows = std::size_t(pitch(cls));
  const auto field_error = [&](const league::vector<Real>& field, const auto& expected) {
    return league::max_abs_error(field, [&](std::size_t c) {
      const int row = int(c / rows);
      const int column = int(c % rows);
      return cells.inside(row, column) ? expected(row, column) : halo_of_p;
    });
  };
  const double p_error = field_error(
      data.p, [&](int row, int column) { return unit * cells.p(cls.steps, row, column); });
  const double w_error = field_error(data.w, [&](int row, int column) {
    return unit * double(cells.p(cls.steps, row, column) + cells.flux(cls.steps, row, column));
  });
  // A product and n^2 - 1 additions in any order round by half a unit in the last place of at most
  // the sum of magnitudes each, and so do the three operations of what is expected.
  const double roundings = double(cls.n) * cls.n + 3;
  return {{"p_error", p_error, 0},
          {"w_error", w_error, 0},
          {"pw_error", error_of_sums(cells, data.pw), roundings * std::ldexp(1.0, -53)}};
}

league::Work TealeafKernels::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.n) * cls.n;
  const auto bytes = double(real_bytes);
  // calc_p: 2 operations, reads p and r, writes p.  calc_w: 15, reads p, kx and ky, writes w.
  return {17 * cells * cls.steps, 7 * bytes * cells * cls.steps, 5 * bytes * cells};
}

int main(int argc, char** argv) { return league::drive<TealeafKernels>(argc, argv); }
