// The vendor reference: as the lower sweep, from the last plane to the first.

#include "sweep.hpp"

void lu::upper_sweep(const Layout& layout, const Fields& fields) { start_sweep<1>(layout, fields); }
