// mapper.class-method-use
// OpenMP 5.0, section 5.8.8: a mapper can be declared in a class; member functions of the class
// use it by its name.
// Observed: the array behind a pointer member reaches the region and comes back; the member that
// the mapper maps only to does not.
// Mutant: tofrom : c.data[0 : c.size] => to : c.data[0 : c.size]
// Mutant: map(to : c.size, c.data) => map(tofrom : c.size, c.data)

#include "league/claim.hpp"

class Field {
 public:
  struct Cells {
    int size;
    int* data;
  };
  #pragma omp declare mapper(whole : Cells c) map(to : c.size, c.data) \
      map(tofrom : c.data[0 : c.size])

  Field(int* data, int size) : cells_{size, data} {}

  int add(int what) {
    Cells cells = cells_;
    int on_host = 1;
    #pragma omp target map(mapper(whole), tofrom : cells) map(from : on_host) firstprivate(what)
    {
      for (int i = 0; i < cells.size; ++i) cells.data[i] += what;
      cells.size = -1;
      on_host = omp_is_initial_device();
    }
    size_behind_ = cells.size;
    return on_host;
  }
  int size_behind() const { return size_behind_; }

 private:
  Cells cells_;
  int size_behind_ = 0;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int data[4] = {1, 2, 3, 4};
  Field field(data, 4);
  const auto before = league::counted();

  claim.ran(field.add(10));

  const auto now = league::counted();
  if (now.known)
    claim.equal("bytes from the device", now.from_device - before.from_device,
                static_cast<long>(sizeof data + sizeof(int)));
  claim.equal("size on the host", field.size_behind(), 4);
  for (int i = 0; i < 4; ++i) claim.equal("data", data[i], i + 11);
  return claim.verdict();
}
