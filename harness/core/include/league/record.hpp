// The record of one launch: one line of JSON.  The only place that knows the format
// (harness/docs/record.md describes it).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "league/check.hpp"
#include "league/device.hpp"
#include "league/parameters.hpp"
#include "league/stopwatch.hpp"
#include "league/work.hpp"

namespace league {

/// Everything about one (class, precision) of one process.
struct Record {
  Record();  // written once, and not into every benchmark
  ~Record();
  std::string benchmark;
  char class_letter = '?';
  Values parameters;
  std::string input;  ///< name of the input that stands in for a class; empty: none does
  std::string precision;
  std::string place = "unknown";
  Device device;
  std::optional<Shape> shape;  ///< what regions get, where the environment asks for something
  std::optional<bool> guard;   ///< nothing: asked for, but this runtime cannot
  std::vector<Sample> samples;
  Checks checks;
  Work work;
  std::string answer = "not-checked";
  std::string reason;  ///< why there is no answer; empty if there is one
};

/// One line of JSON without the line end.
std::string to_json(const Record& record);

/// What --describe prints for a benchmark.
class Description {
 public:
  void add_class(char letter, const Values& values);
  /// Bytes that the class added last keeps in memory in a precision.
  void add_resident(const char* precision, double bytes);
  /// All of it; of `parameters` what --set may give them.
  std::string json(std::string_view benchmark, const Values& parameters) const;

 private:
  std::string classes_;
  std::string precisions_;
};

/// Append the record as one line to a file, or to stdout for "-".  Throws std::runtime_error that
/// says what is wrong with the file.
void append_record(const Record& record, const std::string& file);

/// One line for people: answer, place, times.
std::string summary(const Record& record);

}  // namespace league
