// cxx.virtual-dispatch-device-constructed
// OpenMP 4.5, section 7.8.1: virtual functions may be called on an object that was made in the
// region itself.
// Observed: which overrider ran for two dynamic types that only the device knows.
// Mutant: if (which[i] == 1) => if (which[i] != 1)

#include "league/claim.hpp"

struct Shape {
  virtual int corners() const { return 0; }
  virtual ~Shape() = default;
};
struct Triangle : Shape {
  int corners() const override { return 3; }
};
struct Square : Shape {
  int corners() const override { return 4; }
};

int main() {
  league::Claim claim;
  int which[4] = {1, 0, 0, 1};
  int seen[4] = {-1, -1, -1, -1};
  int on_host = 1;

  #pragma omp target map(to : which) map(tofrom : seen) map(from : on_host)
  {
    Triangle triangle;
    Square square;
    for (int i = 0; i < 4; ++i) {
      const Shape* shape = &square;
      if (which[i] == 1) shape = &triangle;
      seen[i] = shape->corners();
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const int expected[4] = {3, 4, 4, 3};
  for (int i = 0; i < 4; ++i) claim.equal("corners", seen[i], expected[i]);
  return claim.verdict();
}
