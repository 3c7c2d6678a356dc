// map.unaligned-byte-section
// OpenMP 4.5, section 3.2.5: sections of bytes may have any offset and any length.
// Observed: for several odd offsets and lengths, exactly the bytes of the section come back from
// the device, their neighbours keep what the host stored; bytes each way.
// Mutant: data map(tofrom : x[offset : length]) => data map(tofrom : x[offset - 1 : length + 2])
// Mutant: data map(tofrom : x[offset : length]) => data map(to : x[offset : length])

#include "league/claim.hpp"

static void check(league::Claim& claim, int offset, int length) {
  unsigned char x[64];
  for (int i = 0; i < 64; ++i) x[i] = static_cast<unsigned char>(i);
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : x[offset : length])
  {
    for (unsigned char& one : x) one = 255;
    #pragma omp target map(alloc : x[offset : length]) map(from : on_host)
    {
      for (int i = offset; i < offset + length; ++i) {
        x[i] = static_cast<unsigned char>(x[i] + 100);
      }
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, length, length + static_cast<long>(sizeof on_host));
  claim.ran(on_host);
  int right = 0;
  for (int i = 0; i < 64; ++i) {
    right += x[i] == (i >= offset && i < offset + length ? i + 100 : 255);
  }
  claim.equal("right bytes", right, 64);
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  check(claim, 3, 13);
  check(claim, 1, 1);
  check(claim, 7, 9);
  check(claim, 5, 58);
  check(claim, 62, 1);
  return claim.verdict();
}
