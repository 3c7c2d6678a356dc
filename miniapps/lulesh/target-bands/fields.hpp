// Private sums of the device's threads, if those are threads of a processor.
#pragma once

#include <vector>

#include "lulesh_rows_private_sums.hpp"

namespace lulesh {

/// What threads add up, each by itself; none where they are so many that there is no room for it.
inline std::vector<PrivateSums> private_sums;

}  // namespace lulesh
