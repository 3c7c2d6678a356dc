#include "cg.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string_view>
#include <tuple>
#include <vector>

#include "../random.hpp"
#include "league/driver.hpp"

namespace {

struct Entry {
  int place;
  double value;
};

/// Sparse vectors, or anything else that is a list of lists.
struct Lists {
  std::vector<int> begin;
  std::vector<Entry> entries;
};

// Places and values are drawn in turn; a pair is rejected if its place is behind the end or taken,
// so that the sequence cannot be cut into independent parts.  Vector i has 1/2 at place i.
Lists draw_vectors(const Cg::Class& cls) {
  npb::Random random{314159265};
  random.skip(1);
  int range = 1;
  while (range < cls.n) range *= 2;
  Lists vectors;
  vectors.begin.push_back(0);
  for (int i = 0; i < cls.n; ++i) {
    const auto first = std::ptrdiff_t(vectors.entries.size());
    const auto find = [&](int place) {
      return std::find_if(vectors.entries.begin() + first, vectors.entries.end(),
                          [place](const Entry& entry) { return entry.place == place; });
    };
    for (int drawn = 0; drawn < cls.nonzer;) {
      const double value = random.next();
      const int place = int(range * random.next());
      if (place >= cls.n || find(place) != vectors.entries.end()) continue;
      vectors.entries.push_back({place, value});
      ++drawn;
    }
    const auto own = find(i);
    if (own != vectors.entries.end())
      own->value = 0.5;
    else
      vectors.entries.push_back({i, 0.5});
    vectors.begin.push_back(int(vectors.entries.size()));
  }
  return vectors;
}

// For every place the vectors that have it, with the weighted value there.
Lists by_place(const Cg::Class& cls, const Lists& vectors) {
  Lists places;
  places.begin.assign(std::size_t(cls.n) + 1, 0);
  for (const Entry& entry : vectors.entries) ++places.begin[entry.place + 1];
  for (int i = 0; i < cls.n; ++i) places.begin[i + 1] += places.begin[i];
  places.entries.resize(vectors.entries.size());
  std::vector<int> next(places.begin.begin(), places.begin.end() - 1);
  const double ratio = std::pow(Cg::rcond, 1.0 / cls.n);
  double weight = 1;
  for (int i = 0; i < cls.n; ++i, weight *= ratio)
    for (int e = vectors.begin[i]; e < vectors.begin[i + 1]; ++e) {
      const Entry& entry = vectors.entries[e];
      places.entries[next[entry.place]++] = {i, weight * entry.value};
    }
  return places;
}

}  // namespace

// Row j of the matrix is the sum, over the vectors that have place j, of the vector times what it
// has there; and rcond - shift on the diagonal.
template <typename Real>
Cg::Data<Real> Cg::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  const Lists vectors = draw_vectors(cls);
  const Lists places = by_place(cls, vectors);
  const std::size_t most = n * (cls.nonzer + 1) * (cls.nonzer + 1);
  Data<Real> data;
  data.row.resize(n + 1);
  data.column.resize(most);  // pages that are not written cost nothing
  data.value.resize(most);
  std::vector<double> sum(n, 0.0);
  std::vector<char> present(n, 0);
  int end = 0;
  data.row[0] = 0;
  for (int j = 0; j < cls.n; ++j) {
    const int begin = end;
    for (int v = places.begin[j]; v < places.begin[j + 1]; ++v) {
      const auto [vector, there] = places.entries[v];
      for (int e = vectors.begin[vector]; e < vectors.begin[vector + 1]; ++e) {
        const auto [place, value] = vectors.entries[e];
        if (present[place] == 0) data.column[end++] = place;
        present[place] = 1;
        sum[place] += there * value;
      }
    }
    sum[j] += rcond - cls.shift;
    std::sort(&data.column[begin], &data.column[begin] + (end - begin));
    for (int e = begin; e < end; ++e) {
      const int place = data.column[e];
      data.value[e] = Real(sum[place]);
      sum[place] = 0;
      present[place] = 0;
    }
    data.row[j + 1] = end;
  }
  data.column.resize(end);
  data.value.resize(end);
  data.x.assign(n, league::poison<Real>());
  data.zeta.assign(cls.niter, league::poison<Real>());
  data.rnorm.assign(cls.niter, league::poison<Real>());
  return data;
}

namespace {

// The same iteration without solving anything.  P = -A is positive definite, so after k iterations
// x is (-1)^k P^-k 1 over its length, and with the moments m(j) = 1' P^-j 1 the estimate is zeta(k)
// = shift - m(2k-2) / m(2k-1), but for the first, where x = 1 is not divided by its length and m(0)
// counts as 1.  On an interval around the spectrum of P, t^-k is a series of Chebyshev polynomials
// that ends, to rounding, after some ten terms; T(m) applied to 1 takes one product each.  All
// moments follow from m products, too, since 2 T(a) T(b) = T(a+b) + T(a-b).
struct Expected {
  std::vector<double> x;
  std::vector<double> zeta;
  std::vector<double> rnorm;  // empty if there is nothing but rounding in it
};

constexpr int nodes = 1024;

/// T(m) at node l; the angle is reduced while it is a whole number.
double chebyshev(int m, int l) {
  return std::cos(std::acos(-1.0) / (2 * nodes) * (m * (2 * l + 1) % (4 * nodes)));
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

class Series {
 public:
  explicit Series(const Cg::Class& cls)
      : low(0.995 * (cls.shift - cls.zeta)), high(cls.shift - Cg::rcond) {
    for (int l = 0; l < nodes; ++l) scaled.push_back(low / (middle() + half() * chebyshev(1, l)));
    for (int m = 0; m < nodes / 2; ++m) {
      double sum = 0;
      for (int l = 0; l < nodes; ++l) sum += std::pow(scaled[l], cls.niter) * chebyshev(m, l);
      coefficient.push_back((m == 0 ? 1.0 : 2.0) / nodes * sum);
    }
    while (std::abs(coefficient.back()) < 1e-16) coefficient.pop_back();
  }
  double middle() const { return (high + low) / 2; }
  double half() const { return (high - low) / 2; }

  double low, high;                 // P has its eigenvalues between them
  std::vector<double> scaled;       // low / t at every node
  std::vector<double> coefficient;  // of (low / t)^niter
};

template <typename Real>
Expected expect(const Cg::Class& cls, const Cg::Data<Real>& data) {
  const Series series(cls);
  const auto n = std::size_t(cls.n);
  const int degree = int(series.coefficient.size()) - 1;
  std::vector<double> before(n), now(n, 1.0), product(n);
  std::vector<double> modified(2 * degree + 2, 0.0);  // 1' T(m) 1
  Expected expected{std::vector<double>(n, series.coefficient[0]), {}, {}};
  modified[0] = double(n);
  for (int m = 0; m < degree; ++m) {
    for (std::size_t i = 0; i < n; ++i) {
      double sum = series.middle() * now[i];
      for (int e = data.row[i]; e < data.row[i + 1]; ++e)
        sum += double(data.value[e]) * now[data.column[e]];
      product[i] = -sum / series.half();
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double next = m == 0 ? product[i] : 2 * product[i] - before[i];
      before[i] = now[i];
      now[i] = next;
      expected.x[i] += series.coefficient[m + 1] * next;
    }
    const double odd = dot(before, now);
    if (m == 0) modified[1] = odd;
    modified[2 * m + 1] = 2 * odd - modified[1];
    modified[2 * m + 2] = 2 * dot(now, now) - modified[0];
  }
  const double length = std::sqrt(dot(expected.x, expected.x));
  for (double& value : expected.x) value *= (cls.niter % 2 == 0 ? 1 : -1) / length;

  std::vector<double> share(nodes, 0.0);  // what each node contributes to every moment
  for (int l = 0; l < nodes; ++l)
    for (int m = 0; m <= 2 * degree; ++m)
      share[l] += (m == 0 ? 1.0 : 2.0) / nodes * modified[m] * chebyshev(m, l);
  double even = 1;
  for (int k = 1; k <= cls.niter; ++k) {
    double odd = 0;
    for (int l = 0; l < nodes; ++l) odd += share[l] *= series.scaled[l];
    expected.zeta.push_back(cls.shift - series.low * even / odd);
    even = 0;
    for (int l = 0; l < nodes; ++l) even += share[l] *= series.scaled[l];
  }
  return expected;
}

/// y = A x.
template <typename Real>
std::vector<double> product(const Cg::Data<Real>& data, const std::vector<double>& x) {
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int e = data.row[i]; e < data.row[i + 1]; ++e)
      y[i] += double(data.value[e]) * x[data.column[e]];
  return y;
}

/// a += factor b.
void add(double factor, const std::vector<double>& b, std::vector<double>& a) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
}

/// What so many steps of conjugate gradients make of A z = x, by the method of Lanczos: of the
/// space spanned by x, A x, A^2 x, ... the vector whose residual is orthogonal to it.  Its basis is
/// made orthogonal twice; there A is tridiagonal.
template <typename Real>
std::vector<double> solve(const Cg::Data<Real>& data, const std::vector<double>& x, int steps) {
  const double length = std::sqrt(dot(x, x));
  std::vector<std::vector<double>> basis;
  std::vector<double> diagonal;
  std::vector<double> beside;  // entry k connects basis vectors k and k + 1
  std::vector<double> next = x;
  double size = length;
  for (int k = 0; k < steps; ++k) {
    for (double& value : next) value /= size;
    basis.push_back(next);
    next = product(data, basis.back());
    diagonal.push_back(dot(basis.back(), next));
    for (int again = 0; again < 2; ++again)
      for (const auto& vector : basis) add(-dot(vector, next), vector, next);
    size = std::sqrt(dot(next, next));
    beside.push_back(size);
  }
  std::vector<double> y(basis.size(), 0.0);
  y[0] = length;
  for (std::size_t k = 1; k < y.size(); ++k) {
    const double factor = beside[k - 1] / diagonal[k - 1];
    diagonal[k] -= factor * beside[k - 1];
    y[k] -= factor * y[k - 1];
  }
  std::vector<double> z(x.size(), 0.0);
  for (std::size_t k = y.size(); k-- > 0;) {
    if (k + 1 < y.size()) y[k] -= beside[k] * y[k + 1];
    y[k] /= diagonal[k];
    add(y[k], basis[k], z);
  }
  return z;
}

/// The iteration with fewer steps than the rules have, whose residuals are more than rounding.
template <typename Real>
Expected expect_unfinished(const Cg::Class& cls, const Cg::Data<Real>& data) {
  Expected expected{std::vector<double>(std::size_t(cls.n), 1.0), {}, {}};
  std::vector<double>& x = expected.x;
  for (int k = 0; k < cls.niter; ++k) {
    const std::vector<double> z = solve(data, x, cls.steps);
    std::vector<double> residual = product(data, z);
    add(-1, x, residual);
    expected.rnorm.push_back(std::sqrt(dot(residual, residual)));
    expected.zeta.push_back(cls.shift + 1 / dot(x, z));
    const double length = std::sqrt(dot(z, z));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = z[i] / length;
  }
  return expected;
}

/// What this matrix and class lead to, kept for as long as the same is asked for.
template <typename Real>
const Expected& expected_of(const Cg::Class& cls, const Cg::Data<Real>& data) {
  static Expected kept;
  static std::tuple<int, int, std::size_t, std::size_t, std::size_t> of;
  const auto contents = [](const auto& array) {
    const auto* bytes = reinterpret_cast<const char*>(array.data());
    return std::hash<std::string_view>{}({bytes, array.size() * sizeof array[0]});
  };
  const std::tuple wanted(cls.niter, cls.steps, contents(data.row), contents(data.column),
                          contents(data.value));
  if (of != wanted)
    kept = cls.steps == Cg::most_steps ? expect(cls, data) : expect_unfinished(cls, data);
  of = wanted;
  return kept;
}

// Class S after 1, 2, ... iterations, as published: six decimals.
constexpr std::array first_zetas{9.998644, 8.573328, 8.595451, 8.596997, 8.597155};

}  // namespace

template <typename Real>
league::Checks Cg::check(const Class& cls, const Data<Real>& data) {
  // After 25 steps only rounding is left of a residual: 45 epsilon times ||A|| ||x|| are allowed.
  // The solution is off by that times the condition of A, which is below 10, and the next iteration
  // shrinks what is not the eigenvector: vector and eigenvalue are allowed a hundred times as much.
  // After fewer steps a residual is larger and rounded no more.  Sums of n products come in
  // whatever order atomics have; roundings that know nothing of each other are within ten times the
  // root of their number, half a unit each.
  const double order = 5 * std::sqrt(double(cls.n)) * std::numeric_limits<double>::epsilon();
  const auto published = std::find_if(classes.begin(), classes.end(), [&](const Class& candidate) {
    return candidate.letter == cls.letter;
  });
  const bool finished = cls.steps == most_steps;
  league::Checks checks;
  const double zeta = data.zeta.back();
  if (finished && cls.niter == published->niter)
    checks.push_back({"zeta", std::abs(zeta - cls.zeta) / cls.zeta, 1e-10});
  else if (finished && cls.letter == 'S' && cls.niter <= int(first_zetas.size()))
    checks.push_back({"zeta", std::abs(zeta - first_zetas[cls.niter - 1]), 5e-7});
  checks.push_back({"nonzeros", std::abs(double(data.value.size()) - cls.nonzeros), 0,
                    league::Check::Kind::structural});
  const Expected& expected = expected_of(cls, data);
  checks.push_back({"vector",
                    league::max_abs_error(data.x, [&](std::size_t i) { return expected.x[i]; }),
                    1e-12 + order});
  checks.push_back(
      {"every_zeta",
       league::max_rel_error(data.zeta, [&](std::size_t k) { return expected.zeta[k]; }),
       1e-12 + order});
  double rnorm = 0;
  for (std::size_t k = 0; k < data.rnorm.size(); ++k) {
    const double norm = data.rnorm[k];
    const double off = finished ? norm : std::abs(norm - expected.rnorm[k]);
    rnorm = league::detail::worse(rnorm, norm > 0 ? off : cls.shift);
  }
  checks.push_back({"residual", rnorm, 1e-14 * cls.shift * std::sqrt(cls.n)});
  return checks;
}

// A product reads all of the matrix (a value and, at best, two bytes of index) and p and writes q;
// the updates read p, q, z and r and write z and r, then read r and p and write p.
league::Work Cg::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const double row = double(cls.nonzer) * (cls.nonzer + 1);
  const double nonzeros = cls.nonzeros;  // really there; the nominal count is another, below
  const auto bytes = double(real_bytes);
  league::Work work;
  const double steps = cls.steps;
  work.flops = cls.niter * ((steps + 1) * 2 * nonzeros + steps * 10 * n + 3 * n + 5 * n);
  work.bytes = cls.niter * ((steps + 1) * (bytes + 2) * nonzeros + bytes * n * (steps * 11 + 10));
  // The matrix, and a copy of it with two bytes for an index.
  work.resident = (bytes + 4) * nonzeros + (bytes + 2) * nonzeros + (5 * bytes + 4) * n;
  work.merit = 1e-6 * 2 * cls.niter * n * (3 + row + steps * (5 + row) + 3);
  work.merit_unit = "Mop";
  return work;
}

int main(int argc, char** argv) { return league::drive<Cg>(argc, argv); }
