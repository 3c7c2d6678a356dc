// The vendor reference: all planes in one cooperative kernel that meets after each of them.

#include "sweep.hpp"

void lu::lower_sweep(const Layout& layout, const Fields& fields) {
  start_sweep<-1>(layout, fields);
}
