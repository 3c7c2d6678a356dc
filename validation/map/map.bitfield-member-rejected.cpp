// map.bitfield-member-rejected
// OpenMP 4.5, section 5.8.3: a bit-field cannot appear in a map clause.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: int bits : 3; => int bits;

struct Flags {
  int bits : 3;
  int plain;
};

int main() {
  Flags s = {1, 2};
  #pragma omp target map(tofrom : s.bits)
  s.bits = 2;
  return s.plain - 2;
}
