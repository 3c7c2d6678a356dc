// What a reduction has to do at least: read every element, and join it to the others.
#include "reductions.hpp"

league::Work Reductions::work(const Class& cls, std::size_t bytes_of_one) {
  const double elements = double(cls.n) * rounds;
  const double bytes = elements * double(bytes_of_one);
  return {elements, bytes, double(cls.pitch() * bytes_of_one) * rounds};
}
