// data.no-map-clause-rejected
// OpenMP 4.5, section 13.5: a target data directive needs at least one map clause (later versions
// also take use_device_ptr or use_device_addr).
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: if (x == 0) => map(tofrom : x)

int main() {
  int x = 0;
  #pragma omp target data if (x == 0)
  ++x;
  return x - 1;
}
