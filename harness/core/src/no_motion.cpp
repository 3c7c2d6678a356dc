// For runtimes and models that cannot count.
#include "league/motion.hpp"

std::optional<league::Motion> league::motion_so_far() { return std::nullopt; }
