// The checksums that are published with the specification of the benchmarks.
#pragma once

#include <complex>
#include <vector>

namespace ft {

/// The checksums of a grid, one for each step in time; the class only names it.
struct Published {
  char letter;
  int nx;
  int ny;
  int nz;
  std::vector<std::complex<double>> checksum;
};

/// Every class that has published checksums.
const std::vector<Published>& published();

}  // namespace ft
