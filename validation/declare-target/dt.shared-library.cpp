// dt.shared-library
// OpenMP 4.5, section 7.8.1: the device code of a shared library is there for its regions, whether
// the library was linked or is loaded while the program runs after other regions ran.
// Observed: the regions of both libraries, with one of the program between them, see the initial
// values of their own variables on the device.
// Mutant: dlopen(name, => dlopen("no such library",
// With: dt.shared-library.part.cpp as shared
// With: dt.shared-library-late.part.cpp as loaded

#include <dlfcn.h>

#include "league/claim.hpp"

int linked_region(int n, int* on_host);  // in the library that is linked

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int on_host = 1;
  claim.equal("first region of the linked library", linked_region(1, &on_host), 11);
  claim.ran(on_host);
  claim.equal("second region of the linked library", linked_region(1, &on_host), 12);
  claim.ran(on_host);

  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  claim.ran(on_host);

  const char* name = "./libdt_shared-library-late_part.so";
  void* library = dlopen(name, RTLD_NOW);
  claim.holds("the library was loaded", library != nullptr);
  void* symbol = library == nullptr ? nullptr : dlsym(library, "loaded_region");
  claim.holds("its function was found", symbol != nullptr);
  if (symbol != nullptr) {
    const auto loaded_region = reinterpret_cast<int (*)(int, int*)>(symbol);
    claim.equal("first region of the loaded library", loaded_region(1, &on_host), 21);
    claim.ran(on_host);
    claim.equal("second region of the loaded library", loaded_region(1, &on_host), 22);
    claim.ran(on_host);
  }
  claim.equal("third region of the linked library", linked_region(1, &on_host), 13);
  claim.ran(on_host);
  return claim.verdict();
}
