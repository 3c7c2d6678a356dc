// What a loop library offers: each variant that uses the lambdas of this folder defines both.
#pragma once

namespace tea {

/// body(k) for every k in [0, rows).
template <typename Body>
void each_row(int rows, Body body);

/// The sum of body(k) over every k in [0, rows).
template <typename Body>
double sum_rows(int rows, Body body);

}  // namespace tea
