#include "league/record.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include "league/build_info.hpp"

namespace league {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out.append({'\\', c});
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

// JSON has no NaN and no infinity; such a value is unknown.
std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

const char* boolean(bool value) { return value ? "true" : "false"; }

std::string motion_json(const std::optional<Motion>& motion) {
  if (!motion) return "null";
  return "{\"launches\":" + std::to_string(motion->launches) +
         ",\"to_device\":" + std::to_string(motion->to_device) +
         ",\"from_device\":" + std::to_string(motion->from_device) + "}";
}

std::string known(const std::optional<long>& value) {
  return value ? std::to_string(*value) : "null";
}

std::string sample_json(const Sample& sample) {
  std::string laps;
  for (const auto& [name, time] : sample.laps)
    laps += (laps.empty() ? "" : ",") + quoted(name) + ":" + std::to_string(time);
  const long total = sample.h2d + sample.compute + sample.d2h;
  return std::string("{\"warmup\":") + boolean(sample.warmup) +
         ",\"setup\":" + std::to_string(sample.setup) + ",\"h2d\":" + std::to_string(sample.h2d) +
         ",\"compute\":" + std::to_string(sample.compute) +
         ",\"d2h\":" + std::to_string(sample.d2h) + ",\"total\":" + std::to_string(total) +
         ",\"laps\":{" + laps + "},\"h2d_motion\":" + motion_json(sample.h2d_motion) +
         ",\"compute_motion\":" + motion_json(sample.compute_motion) +
         ",\"d2h_motion\":" + motion_json(sample.d2h_motion) +
         ",\"wall\":" + known(sample.witness.wall) + ",\"boot\":" + known(sample.witness.boot) +
         ",\"cpu\":" + known(sample.witness.cpu) +
         ",\"stops\":" + std::to_string(sample.witness.stops) + "}";
}

std::string check_json(const Check& check) {
  return "{\"name\":" + quoted(check.name) + ",\"error\":" + number(check.error) +
         ",\"tolerance\":" + number(check.tolerance) + ",\"passed\":" + boolean(check.passed()) +
         (check.kind == Check::Kind::structural ? ",\"structural\":true}" : "}");
}

std::string class_json(char letter, const Values& parameters) {
  std::string out = std::string("{\"letter\":\"") + letter + "\"";
  for (const auto& parameter : parameters)
    out += "," + quoted(parameter.name) + ":" + std::to_string(parameter.value);
  return out;  // left open for more
}

template <typename List, typename Write>
std::string joined(const List& list, const Write& write) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : ",") + write(item);
  return "[" + out + "]";
}

std::string build_json() {
  const BuildInfo& b = build_info;
  return "{\"compiler\":" + quoted(b.compiler) + ",\"version\":" + quoted(b.version) +
         ",\"flags\":" + quoted(b.flags) + ",\"toolchain\":" + quoted(b.toolchain) +
         ",\"source\":" + quoted(source_revision) + ",\"dirty\":" + boolean(source_dirty) + "}";
}

std::string shape_json(const std::optional<Shape>& shape) {
  if (!shape) return "";
  return ",\"shape\":{\"teams\":" + std::to_string(shape->teams) +
         ",\"threads\":" + std::to_string(shape->threads) + "}";
}

// Only a benchmark with a figure of merit of its own says something here.
std::string merit_json(const Work& work) {
  if (work.merit_unit.empty()) return "";
  return ",\"merit\":{\"count\":" + number(work.merit) +
         ",\"unit\":" + quoted(std::string(work.merit_unit)) + "}";
}

}  // namespace

Record::Record() = default;
Record::~Record() = default;

std::string to_json(const Record& r) {
  const BuildInfo& b = build_info;
  return "{\"schema\":\"league-record-1\",\"group\":" + quoted(b.group) +
         ",\"benchmark\":" + quoted(r.benchmark) + ",\"variant\":" + quoted(b.variant) +
         ",\"model\":" + quoted(b.model) +
         ",\"class\":" + class_json(r.class_letter, r.parameters) +
         (r.input.empty() ? "" : ",\"input\":" + quoted(r.input)) +
         "},\"precision\":" + quoted(r.precision) + ",\"build\":" + build_json() +
         ",\"place\":" + quoted(r.place) +
         ",\"device\":{\"kind\":" + quoted(b.offloads ? b.device : "host") +
         ",\"count\":" + std::to_string(r.device.count) +
         ",\"threads\":" + std::to_string(r.device.threads) + ",\"name\":" + quoted(r.device.name) +
         "}" + shape_json(r.shape) + ",\"guard\":" + (r.guard ? boolean(*r.guard) : "null") +
         ",\"samples\":" + joined(r.samples, sample_json) +
         ",\"checks\":" + joined(r.checks, check_json) +
         ",\"work\":{\"flops\":" + number(r.work.flops) + ",\"bytes\":" + number(r.work.bytes) +
         ",\"resident\":" + number(r.work.resident) + merit_json(r.work) +
         "},\"answer\":" + quoted(r.answer) +
         (r.reason.empty() ? "" : ",\"reason\":" + quoted(r.reason)) + "}";
}

void Description::add_class(char letter, const Values& values) {
  if (!classes_.empty()) classes_ += "}},";
  classes_ += class_json(letter, values) + ",\"resident_bytes\":{";
  precisions_.clear();
}

void Description::add_resident(const char* precision, double bytes) {
  const char* comma = precisions_.empty() ? "" : ",";
  classes_ += comma + quoted(precision) + ":" + number(bytes);
  precisions_ += comma + quoted(precision);
}

std::string Description::json(std::string_view benchmark, const Values& parameters) const {
  const auto one_parameter = [](const NamedValue& p) {
    return "{\"name\":" + quoted(p.name) + ",\"low\":" + std::to_string(p.low) +
           ",\"high\":" + std::to_string(p.high) + ",\"step\":" + std::to_string(p.step) + "}";
  };
  return "{\"schema\":\"league-describe-1\",\"benchmark\":" + quoted(benchmark) +
         ",\"variant\":" + quoted(build_info.variant) + ",\"model\":" + quoted(build_info.model) +
         ",\"classes\":[" + classes_ + "}}],\"precisions\":[" + precisions_ +
         "],\"parameters\":" + joined(parameters, one_parameter) + "}";
}

void append_record(const Record& record, const std::string& file) {
  const std::string line = to_json(record) + '\n';
  if (file == "-") {
    std::cout << line << std::flush;
    return;
  }
  std::ofstream out(file, std::ios::app);
  if (out << line << std::flush) return;
  std::cout << line << std::flush;  // not lost
  throw std::runtime_error("cannot write the record to '" + file +
                           "'; it is printed instead; is there room, may you write there?");
}

std::string summary(const Record& record) {
  std::vector<long> compute;
  for (const Sample& sample : record.samples)
    if (!sample.warmup) compute.push_back(sample.compute);
  std::string line = record.benchmark + "." + std::string(build_info.variant) + " class " +
                     record.class_letter + " " + record.precision + ": " + record.answer + " on " +
                     record.place;
  if (!record.reason.empty()) line += " (" + record.reason + ")";
  for (const Check& check : record.checks) {
    if (check.passed()) continue;
    char text[128];
    std::snprintf(text, sizeof text, " [%.60s: error %.3g, tolerance %.3g]", check.name.c_str(),
                  check.error, check.tolerance);
    line += text;
  }
  if (compute.empty()) return line;
  std::sort(compute.begin(), compute.end());
  char text[64];
  std::snprintf(text, sizeof text, ", compute %.3f ms (middle of %zu)",
                double(compute[compute.size() / 2]) * 1e-6, compute.size());
  return line + text;
}

}  // namespace league
