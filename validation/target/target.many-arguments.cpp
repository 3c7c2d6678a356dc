// target.many-arguments
// OpenMP 4.5, section 13.8: a target construct may map many items, here a hundred variables.
// Observed: each is copied in and, changed in its own way, out again; bytes each way.
// Mutant: v98, v99) => v98)
// Mutant: map(tofrom : v00, => map(to : v00) map(tofrom :
// Mutant: target map(tofrom : => target map(from :

#include "league/claim.hpp"

// F(v00) F(v01) ... F(v99)
#define TEN(F, V) F(V##0) F(V##1) F(V##2) F(V##3) F(V##4) F(V##5) F(V##6) F(V##7) F(V##8) F(V##9)
#define HUNDRED(F) \
  TEN(F, v0)       \
  TEN(F, v1) TEN(F, v2) TEN(F, v3) TEN(F, v4) TEN(F, v5) TEN(F, v6) TEN(F, v7) TEN(F, v8) TEN(F, v9)

int main() {
  league::Claim claim;
  int n = 0;
  int on_host = 1;
#define DECLARE(v) int v = 100 + n++;
  HUNDRED(DECLARE)
  const auto before = league::counted();

  #pragma omp target map(tofrom : v00, v01, v02, v03, v04, v05, v06, v07, v08, v09, v10, v11, v12, \
                             v13, v14, v15, v16, v17, v18, v19, v20, v21, v22, v23, v24, v25, v26, \
                             v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39, v40, \
                             v41, v42, v43, v44, v45, v46, v47, v48, v49, v50, v51, v52, v53, v54, \
                             v55, v56, v57, v58, v59, v60, v61, v62, v63, v64, v65, v66, v67, v68, \
                             v69, v70, v71, v72, v73, v74, v75, v76, v77, v78, v79, v80, v81, v82, \
                             v83, v84, v85, v86, v87, v88, v89, v90, v91, v92, v93, v94, v95, v96, \
                             v97, v98, v99) map(from : on_host)
  {
    int k = 0;
#define CHANGE(v) v = 3 * v + k++;
    HUNDRED(CHANGE)
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  n = 0;
#define LOOK(v) claim.equal(#v, v, 3 * (100 + n) + n), ++n;
  HUNDRED(LOOK)
  claim.equal("variables", n, 100);
  claim.moved(before, 100 * sizeof(int), 101 * sizeof(int));
  return claim.verdict();
}
