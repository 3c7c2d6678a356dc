// What the checksums of FT are compared with where nothing is published.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "ft.hpp"

namespace ft {

/// The checksums of all steps, from two transforms whatever their number.
std::vector<std::complex<double>> reference(const Ft::Class& cls);

/// Why there are none, if so.
std::string why_no_reference(const Ft::Class& cls);

}  // namespace ft
