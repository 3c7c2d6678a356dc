// How the threads of the device share the work, if they are those of a processor.
#pragma once

#include <vector>

#include "lulesh_shares.hpp"

namespace lulesh {

/// What threads add up, each by itself; none where they are so many that there is no room for it.
inline std::vector<Sums> shares;

}  // namespace lulesh
