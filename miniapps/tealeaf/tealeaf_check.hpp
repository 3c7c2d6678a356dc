// What is demanded of a result, and what a run can tell about it.
#pragma once

#include <cstdio>
#include <string>

#include "league/check.hpp"
#include "tealeaf.hpp"

namespace tea {

league::Checks check(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data);

/// Sums of every Nth step and the last one, with the solver's report, on standard output.
void print_summary(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data, int every,
                   std::FILE* out);

/// The temperature as a picture.  Throws league::UsageError if the file cannot be written.
void plot(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data, const std::string& path);

}  // namespace tea
