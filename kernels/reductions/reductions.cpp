// What a reduction has to do at least: read every element, and join it to the others.
#include "reductions.hpp"

#include "reductions_parts_scan.hpp"

league::Work Reductions::work(const Class& cls, std::size_t bytes_of_one) {
  const double elements = double(cls.n) * rounds;
  const double bytes = elements * double(bytes_of_one);
  return {elements, bytes, double(cls.pitch() * bytes_of_one) * rounds, 0, "", true};
}

league::Work Scan::work(const Class& cls, std::size_t bytes_of_one) {
  const auto read = Reductions::work(cls, bytes_of_one);
  return {read.flops, 2 * read.bytes, read.resident + read.bytes, 0, "", true};
}
