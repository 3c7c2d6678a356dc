// What a selftest says, whatever the benchmark is.
#include "league/selftest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace league {

std::vector<std::size_t> places(std::size_t size) {
  std::vector<std::size_t> chosen;
  for (std::size_t part = 0; part <= 16; ++part) chosen.push_back((size - 1) * part / 16);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Expectations::Expectations(std::string_view benchmark, std::string_view precision,
                           std::ostream& out, std::vector<std::string>& failures)
    : name_(std::string(benchmark) + ' ' + std::string(precision) + ' '),
      out_(out),
      failures_(failures) {}

void Expectations::expect(const std::string& what, const std::string& got,
                          const char* wanted) const {
  const std::string name = name_ + what + ": ";
  if ((std::string(" ") + wanted + " ").find(' ' + got + ' ') != std::string::npos)
    out_ << "ok     " << name << got << '\n';
  else
    failures_.push_back("FAILED " + name + "expected " + wanted + ", found " + got);
}

void Expectations::seen(const std::string& what, bool was_seen) const {
  expect(what, was_seen ? "wrong" : "pass", "wrong");
}

template <typename T>
void off_by_ten_tolerances(void* value, double tolerance) {
  T& changed = *static_cast<T*>(value);
  const double off = 10 * tolerance * std::max(1.0, std::abs(double(changed)));
  if constexpr (std::is_integral_v<T>)
    changed = T(changed + std::max(1.0, std::ceil(off)));
  else
    changed = std::max(T(changed + off), std::nextafter(changed, std::numeric_limits<T>::max()));
}
template void off_by_ten_tolerances<float>(void*, double);
template void off_by_ten_tolerances<double>(void*, double);
template void off_by_ten_tolerances<int>(void*, double);
template void off_by_ten_tolerances<unsigned>(void*, double);
template void off_by_ten_tolerances<long>(void*, double);

void selftest_outputs(const std::vector<Output>& outputs, const std::string& not_judged,
                      const Subject& subject, const Expectations& expectations) {
  const Checks good = subject.checks();
  std::vector<bool> saw(good.size());
  const auto break_it = [&](const std::string& what, const Output& output, std::size_t first,
                            std::size_t size) {
    auto* const begin = static_cast<unsigned char*>(output.data) + first * output.element;
    const std::vector<unsigned char> kept(begin, begin + size * output.element);
    bool seen = false;
    for (std::size_t c = 0; c < good.size(); ++c) {
      if (good[c].kind == Check::Kind::structural) continue;
      for (std::size_t i = 0; i < size; ++i)
        output.off(begin + i * output.element, good[c].tolerance);
      const bool fails = !subject.checks()[c].passed();
      std::copy(kept.begin(), kept.end(), begin);
      saw[c] = saw[c] || fails;
      seen = seen || fails;
    }
    expectations.seen("ten tolerances at " + what, seen);
  };
  if (!not_judged.empty())
    expectations.expect("single elements, because " + not_judged, "not judged", "not judged");
  for (std::size_t number = 0; number < outputs.size(); ++number) {
    const Output& output = outputs[number];
    const std::string name = " of output " + std::to_string(number);
    if (output.array && not_judged.empty())
      for (const std::size_t at : places(output.size))
        break_it("element " + std::to_string(at) + name, output, at, 1);
    break_it((output.array ? "all elements" : "the value") + name, output, 0, output.size);
  }
  for (std::size_t c = 0; c < good.size(); ++c)
    if (good[c].kind != Check::Kind::structural) expectations.seen("check " + good[c].name, saw[c]);
}

template <typename Real>
void selftest_result(Real* result, std::size_t size, const Subject& subject,
                     const Expectations& expectations) {
  double scale = 0;
  for (std::size_t i = 0; i < size; ++i) scale = std::max(scale, std::abs(double(result[i])));
  for (const std::size_t at : places(size)) {
    const std::string where = " at element " + std::to_string(at) + " of " + std::to_string(size);
    const auto expect_at = [&](const char* what, Real value, const char* wanted) {
      const Real kept = std::exchange(result[at], value);
      expectations.expect(what + where, subject.verdict(), wanted);
      result[at] = kept;
    };
    expect_at("NaN", std::numeric_limits<Real>::quiet_NaN(), "nan");
    expect_at("poison", poison<Real>(), "unwritten");
    expect_at("infinity", std::numeric_limits<Real>::infinity(), "wrong or nan");
    expect_at("change", Real(double(result[at]) + 0.01 * (scale > 0 ? scale : 1.0)), "wrong");
  }
  const std::vector<Real> kept(result, result + size);
  for (std::size_t i = 0; i < size; ++i) result[i] = Real(double(result[i]) * 1.001);
  if (scale > 0) expectations.expect("every element scaled by 1.001", subject.verdict(), "wrong");
  std::copy(kept.begin(), kept.end(), result);
}
template void selftest_result<float>(float*, std::size_t, const Subject&, const Expectations&);
template void selftest_result<double>(double*, std::size_t, const Subject&, const Expectations&);

}  // namespace league
