// variant.implementation-vendor
// OpenMP 5.0, section 7.2: implementation={vendor(...)} matches the vendor of the implementation
// and no other.
// Observed: of variants for two vendors that cannot both be ours, at most one is chosen; the one of
// the compiler at hand, where its name is known.
// Where: host
// Mutant: implementation = {vendor(fujitsu)} => device = {kind(host)}
// Mutant: vendor(llvm) => vendor(cray)

#include "league/claim.hpp"

int variant() { return 2; }

#pragma omp declare variant(variant) match(implementation = {vendor(llvm)})
int with_llvm() { return 1; }

#pragma omp declare variant(variant) match(implementation = {vendor(gnu)})
int with_gnu() { return 1; }

#pragma omp declare variant(variant) match(implementation = {vendor(fujitsu)})
int with_other() { return 1; }

int main() {
  league::Claim claim;
  claim.holds("not two vendors at once", with_llvm() + with_gnu() + with_other() <= 4);
#if defined(__clang__) && !defined(__INTEL_LLVM_COMPILER) && !defined(__CLANG_FUJITSU)
  claim.equal("vendor llvm", with_llvm(), 2);
#elif defined(__GNUC__)
  claim.equal("vendor gnu", with_gnu(), 2);
#endif
#if !defined(__CLANG_FUJITSU)
  claim.equal("vendor fujitsu", with_other(), 1);
#endif
  return claim.verdict();
}
