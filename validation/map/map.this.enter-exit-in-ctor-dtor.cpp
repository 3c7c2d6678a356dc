// map.this.enter-exit-in-ctor-dtor
// OpenMP 4.5, section 13.6, 13.7: a constructor may enter the object and its storage and a
// destructor release them; between the two, member functions use them in regions.
// Observed: presence before, during and after the object's life; the regions see the values from
// before the host poisoned its own.
// Mutant: map(release : p[0 : n], this[0 : 1]) => map(release : this[0 : 1])
// Mutant: map(to : this[0 : 1], p[0 : n]) => map(to : this[0 : 1])

#include <new>

#include "league/claim.hpp"

class Vector {
 public:
  Vector(int* storage, int count) : n(count), p(storage) {
    #pragma omp target enter data map(to : this[0 : 1], p[0 : n])
  }
  ~Vector() {
    #pragma omp target exit data map(release : p[0 : n], this[0 : 1])
  }
  int add(int amount) {
    int on_host = 1;
    #pragma omp target map(to : this[0 : 1]) map(from : on_host)
    {
      for (int i = 0; i < n; ++i) p[i] += amount;
      on_host = omp_is_initial_device();
    }
    return on_host;
  }
  void fetch() {
    #pragma omp target update from(p[0 : n])
  }

 private:
  int n;
  int* p;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int storage[4] = {1, 2, 3, 4};
  alignas(Vector) char place[sizeof(Vector)];
  claim.holds("storage absent before", !omp_target_is_present(storage, device));

  auto* v = new (place) Vector(storage, 4);
  claim.holds("object present", omp_target_is_present(place, device));
  claim.holds("storage present", omp_target_is_present(storage, device));
  for (int& one : storage) one = -1;
  claim.ran(v->add(100));
  claim.ran(v->add(1000));
  for (int i = 0; i < 4; ++i) claim.equal("while mapped", storage[i], -1);
  v->fetch();
  for (int i = 0; i < 4; ++i) claim.equal("after an update", storage[i], i + 1101);
  v->~Vector();

  claim.holds("object absent after", !omp_target_is_present(place, device));
  claim.holds("storage absent after", !omp_target_is_present(storage, device));
  return claim.verdict();
}
