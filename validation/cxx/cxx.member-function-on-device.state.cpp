// cxx.member-function-on-device.state
// OpenMP 5.0, section 7.8: a member function that a region calls is compiled for the device and
// keeps its meaning there: every call sees what the one before left in the object.
// Observed: three pieces of an array that one object hands out, one after the other, do not
// overlap.
// Mutant: next_ += N; => next_ += N - 1;

#include "league/claim.hpp"

template <int N>
struct Piece {
  double* data;
  double& operator[](int i) const { return data[i % N]; }
};

/// Hands out pieces of an array, from its beginning on.
class Pieces {
 public:
  Pieces(double* all, int first) : next_(all + first) {}
  template <int N>
  Piece<N> piece() {
    const Piece<N> found{next_};
    next_ += N;
    return found;
  }

 private:
  double* next_;
};

inline double three_digits(double* all, int number) {
  Pieces pieces(all, 16 * number);
  const auto four = pieces.piece<4>();
  const auto hundreds = pieces.piece<1>(), tens = pieces.piece<1>(), ones = pieces.piece<1>();
  four[3] = 1;
  hundreds[0] = 2;
  tens[0] = 3;
  ones[0] = 4;
  return four[3] * 1000 + hundreds[0] * 100 + tens[0] * 10 + ones[0];
}

int main() {
  league::Claim claim;
  double all[64] = {};
  double digits[4] = {};
  int on_host = 0;

  #pragma omp target teams distribute parallel for map(tofrom : all, digits, on_host) \
      reduction(+ : on_host)
  for (int i = 0; i < 4; ++i) {
    digits[i] = three_digits(all, i);
    on_host += omp_is_initial_device();
  }

  claim.ran(on_host);
  for (const double found : digits) claim.equal("digits", found, 1234.0);
  return claim.verdict();
}
