// The record of one launch: one line of JSON.  The only place that knows the format
// (harness/docs/record.md describes it).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "league/check.hpp"
#include "league/device.hpp"
#include "league/parameters.hpp"
#include "league/stopwatch.hpp"
#include "league/work.hpp"

namespace league {

/// Everything about one (class, precision) of one process.
struct Record {
  std::string benchmark;
  char class_letter = '?';
  Values parameters;
  std::string input;  ///< name of the input that stands in for a class; empty: none does
  std::string precision;
  std::string place = "unknown";
  Device device;
  std::optional<bool> guard;  ///< nothing: asked for, but this runtime cannot
  std::vector<Sample> samples;
  Checks checks;
  Work work;
  std::string answer = "not-checked";
  std::string reason;  ///< why there is no answer; empty if there is one
};

/// One line of JSON without the line end.
std::string to_json(const Record& record);

/// What --describe prints for a benchmark.
struct ClassDescription {
  char letter;
  Values parameters;
  std::vector<std::pair<std::string, double>> resident;  ///< bytes by precision
};
/// What --set may give a parameter: values from low to high that are multiples of step.
struct ParameterDescription {
  const char* name;
  int low;
  int high;
  int step;
};
std::string describe_json(const std::string& benchmark,
                          const std::vector<ClassDescription>& classes,
                          const std::vector<ParameterDescription>& parameters);

/// Append the record as one line to a file, or to stdout for "-".  Throws std::runtime_error that
/// says what is wrong with the file.
void append_record(const Record& record, const std::string& file);

/// One line for people: answer, place, times.
std::string summary(const Record& record);

}  // namespace league
