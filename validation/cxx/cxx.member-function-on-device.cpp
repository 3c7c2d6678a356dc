// cxx.member-function-on-device
// OpenMP 4.5, section 7.8.1: member functions and operators defined between declare target and end
// declare target can be called in a region.
// Observed: results of a method, a static method, and two overloaded operators.
// Mutant: map(from : sum, parts) => map(to : sum, parts)

#include "league/claim.hpp"

#pragma omp declare target
struct Fraction {
  int top;
  int bottom;
  Fraction operator+(Fraction other) const {
    return {top * other.bottom + other.top * bottom, bottom * other.bottom};
  }
  Fraction& operator*=(int factor) {
    top *= factor;
    return *this;
  }
  int whole() const { return top / bottom; }
  static Fraction half() { return {1, 2}; }
};
#pragma omp end declare target

int main() {
  league::Claim claim;
  Fraction third = {1, 3};
  Fraction sum = {-1, -1};
  int parts[2] = {-1, -1};
  int on_host = 1;

  #pragma omp target map(to : third) map(from : sum, parts) map(from : on_host)
  {
    sum = third + Fraction::half();
    Fraction large = sum;
    large *= 10;
    parts[0] = large.whole();
    parts[1] = third.whole();
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("1/3 + 1/2, numerator", sum.top, 5);
  claim.equal("1/3 + 1/2, denominator", sum.bottom, 6);
  claim.equal("whole part of 50/6", parts[0], 8);
  claim.equal("whole part of 1/3", parts[1], 0);
  return claim.verdict();
}
