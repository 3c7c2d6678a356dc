// map.struct.chain-of-pointers
// OpenMP 5.0, section 5.8.3: members of structures behind pointers that are members themselves can
// be mapped; each has its value in the region and returns.
// Observed: members that are mapped and those that are not.
// Mutant: v->second->b += 7 => v->second->b += 8

#include "league/claim.hpp"

struct Inner {
  int a, b, c;
};
struct Outer {
  Inner* none;
  Inner* first;
  Inner* second;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Inner none = {1, 2, 3};
  Inner first = {10, 20, 30};
  Inner second = {100, 200, 300};
  Outer outer = {&none, &first, &second};
  Outer* v = &outer;
  int on_host = 1;
  #pragma omp target map(to : v[0 : 1]) \
      map(tofrom : on_host, v -> first->b, v->first->c, v->second->b)
  {
    v->first->b += 3;
    v->first->c += 5;
    v->second->b += 7;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("a member that is not mapped", first.a, 10);
  claim.equal("a member", first.b, 23);
  claim.equal("its neighbour", first.c, 35);
  claim.equal("a member behind another pointer", second.b, 207);
  claim.equal("one that is not mapped", second.c, 300);
  const int device = omp_get_default_device();
  claim.holds("nothing stays mapped", omp_target_is_present(&first, device) == 0 &&
                                          omp_target_is_present(&second, device) == 0);
  claim.holds("pointers stay", outer.first == &first && outer.second == &second);
  return claim.verdict();
}
