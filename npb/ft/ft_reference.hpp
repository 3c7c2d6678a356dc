// The official checksums, as published with the benchmarks' specification.
#pragma once

#include <complex>
#include <vector>

namespace ft {

/// The checksums of a grid, one for each step in time; the class only names it.
struct Reference {
  char letter;
  int nx;
  int ny;
  int nz;
  std::vector<std::complex<double>> checksum;
};

/// Every class that has official checksums.
const std::vector<Reference>& references();

}  // namespace ft
