#include "ft_reference.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include "../random.hpp"

// A checksum adds up samples of the field.  That is an inner product of the field with the number
// of times that each point is taken, and so by Parseval one of their transforms: of the initial
// field, whose modes are damped, and of those numbers.  No step needs a transform of its own.
namespace {

using Complex = std::complex<double>;

/// sum x_j exp(-2 pi i j k / n) for all k, by passes of radix 2 from one line to another and back,
/// each of which leaves its results in order (Stockham).
std::vector<Complex> transformed(std::vector<Complex> line) {
  const std::size_t n = line.size();
  std::vector<Complex> next(n);
  for (std::size_t half = n / 2, apart = 1; half > 0; half /= 2, apart *= 2) {
    for (std::size_t j = 0; j < half; ++j) {
      const Complex root = std::polar(1.0, -std::acos(-1.0) * double(j) / double(half));
      for (std::size_t k = 0; k < apart; ++k) {
        const Complex a = line[k + j * apart];
        const Complex b = line[k + (j + half) * apart];
        next[k + 2 * j * apart] = a + b;
        next[k + (2 * j + 1) * apart] = root * (a - b);
      }
    }
    line.swap(next);
  }
  return line;
}

/// Values at the points of a box, x fastest.
using Box = std::vector<Complex>;

/// Transforms all lines of n points that are `apart`, along one axis.
void transform_axis(Box& box, std::size_t n, std::size_t apart) {
  std::vector<Complex> line(n);
  for (std::size_t first = 0; first < box.size(); ++first) {
    if (first / apart % n != 0) continue;
    for (std::size_t j = 0; j < n; ++j) line[j] = box[first + j * apart];
    line = transformed(line);
    for (std::size_t j = 0; j < n; ++j) box[first + j * apart] = line[j];
  }
}

void transform(const Ft::Class& cls, Box& box) {
  const auto nx = std::size_t(cls.nx);
  const auto ny = std::size_t(cls.ny);
  transform_axis(box, nx, 1);
  transform_axis(box, ny, nx);
  transform_axis(box, std::size_t(cls.nz), nx * ny);
}

/// The squared frequency of mode k of n, which is that of k or of k - n.
double squared(std::size_t k, int n) {
  const double frequency = double(k) < n / 2 ? double(k) : double(k) - n;
  return frequency * frequency;
}

}  // namespace

std::vector<std::complex<double>> ft::reference(const Ft::Class& cls) {
  const auto nx = std::size_t(cls.nx);
  const auto ny = std::size_t(cls.ny);
  const auto nz = std::size_t(cls.nz);
  Box field(cls.points());
  npb::Random random{314159265};
  for (Complex& value : field) {
    const double re = random.next();
    value = {re, random.next()};
  }
  Box taken(cls.points());
  for (std::size_t sample = 1; sample <= 1024; ++sample)
    taken[(5 * sample % nz * ny + 3 * sample % ny) * nx + sample % nx] += 1;
  transform(cls, field);
  transform(cls, taken);

  // Transforms back are not divided by the number of points, and neither is this sum; the checksum
  // of the rules is.
  std::vector<std::complex<double>> checksums;
  const double decay = 4e-6 * std::acos(-1.0) * std::acos(-1.0);
  for (int step = 1; step <= cls.niter; ++step) {
    std::complex<long double> sum = 0;
    for (std::size_t k = 0; k < field.size(); ++k) {
      const double frequencies =
          squared(k % nx, cls.nx) + squared(k / nx % ny, cls.ny) + squared(k / nx / ny, cls.nz);
      const Complex term = std::exp(-decay * step * frequencies) * field[k] * std::conj(taken[k]);
      sum += std::complex<long double>(term.real(), term.imag());
    }
    const auto points = (long double)(cls.points());
    checksums.emplace_back(double(sum.real() / points), double(sum.imag() / points));
  }
  return checksums;
}

std::string ft::why_no_reference(const Ft::Class& cls) {
  // Per point some 60 ns for each of the levels of two transforms, and 60 ns a step: a minute of
  // one core at most.
  const auto points = double(cls.points());
  if (points * (2 * std::log2(points) + cls.niter) * 60e-9 > 60)
    return "no published checksums, and more than a minute to compute them";
  return "";
}
