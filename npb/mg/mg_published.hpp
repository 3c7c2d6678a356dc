// Where the right sides of MG are not zero, as published.
#pragma once

#include <array>

namespace mg {

struct Point {
  int x, y, z;
};

/// Where the right side is not zero, each list in the order of the values drawn.
struct Charges {
  int side;
  std::array<Point, 10> plus;   // the tenth largest value first, the largest last
  std::array<Point, 10> minus;  // the smallest value first
};

/// The charges of a cube of that side; null if none are published.
const Charges* charges_of(int side);

}  // namespace mg
