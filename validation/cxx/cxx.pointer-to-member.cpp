// cxx.pointer-to-member
// OpenMP 4.5, section 5.8.1: a pointer to a data member is a scalar like any other and can be used
// in a region.
// Observed: the member it selects in a mapped object, for two of them.
// Mutant: total(claim, points, &Point::y) => total(claim, points, &Point::x)

#include "league/claim.hpp"

struct Point {
  int x;
  int y;
};

static int total(league::Claim& claim, Point (&points)[4], int Point::* member) {
  int sum = 0;
  int on_host = 1;
  #pragma omp target map(to : points) map(tofrom : sum) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) sum += points[i].*member;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  return sum;
}

int main() {
  league::Claim claim;
  Point points[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
  claim.equal("sum of x", total(claim, points, &Point::x), 10);
  claim.equal("sum of y", total(claim, points, &Point::y), 100);
  return claim.verdict();
}
