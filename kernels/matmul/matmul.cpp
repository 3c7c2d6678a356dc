#include "matmul.hpp"

#include <algorithm>
#include <cstddef>

#include "league/driver.hpp"

namespace {

// A[i][k] = p(i) + q(k) and B[k][j] = r(k) + s(j), all small integers, so that
//
//   C[i][j] = n p(i) s(j) + p(i) sum_k r(k) + s(j) sum_k q(k) + sum_k q(k) r(k),
//
// which costs O(n) sums and nothing per element.  The four periods are different primes: swapped
// indices, a transposed operand, a shifted tile or a part of k lost or taken twice all show.  Where
// the periods begin is drawn.  In double precision every product has unit<double>() as a factor,
// which needs more bits than a float has: of A where k is odd, else of B.
int p(int i) { return i % 19 - 9; }
int q(int k) { return k % 13 - 6; }
int r(int k) { return k % 11 - 5; }
int s(int j) { return j % 23 - 11; }

template <typename Real>
Real unit_if(bool wanted) {
  return wanted ? league::unit<Real>() : Real(1);
}

}  // namespace

template <typename Real>
Matmul::Data<Real> Matmul::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n * n), league::vector<Real>(n * n),
                  league::vector<Real>(n * n), league::draw(0, 9999)};
  const int shift = data.shift;
  for (int row = 0; row < cls.n; ++row) {
    Real* a = &data.a[std::size_t(row) * n];
    Real* b = &data.b[std::size_t(row) * n];
    for (int column = 0; column < cls.n; ++column) {
      a[column] = Real(p(row + shift) + q(column + shift)) * unit_if<Real>(column % 2 != 0);
      b[column] = Real(r(row + shift) + s(column + shift)) * unit_if<Real>(row % 2 == 0);
    }
  }
  std::fill(data.c.begin(), data.c.end(), league::poison<Real>());
  return data;
}

template <typename Real>
league::Checks Matmul::check(const Class& cls, const Data<Real>& data) {
  const int n = cls.n;
  long sum_q = 0;
  long sum_r = 0;
  long sum_qr = 0;
  for (int k = data.shift; k < data.shift + n; ++k) {
    sum_q += q(k);
    sum_r += r(k);
    sum_qr += long(q(k)) * r(k);
  }
  const auto columns = unsigned(n);
  const double error = league::max_abs_error(data.c, [&](std::size_t cell) {
    const long row = p(int(unsigned(cell) / columns) + data.shift);  // n * n is an int
    const long column = s(int(unsigned(cell) % columns) + data.shift);
    return double(n * row * column + row * sum_r + column * sum_q + sum_qr) *
           double(league::unit<Real>());
  });
  // Nothing is rounded: a product is at most (9 + 6) (5 + 11) = 240, so any partial sum, in
  // whatever order, is at most 240 n, which the largest n keeps below 2^24, the last integer of an
  // unbroken range in fp32.
  static_assert(240 * parameters.front().high < 1 << 24);
  return {{"max_error", error, 0}};
}

league::Work Matmul::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const double matrices = 3 * double(real_bytes) * n * n;
  return {2 * n * n * n, matrices, matrices};
}

int main(int argc, char** argv) { return league::drive<Matmul>(argc, argv); }
