// Break results on purpose and demand the right verdict: a check that cannot fail is no check.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

#include "league/check.hpp"
#include "league/stopwatch.hpp"

namespace league {

/// Runs class S with the linked variant and asserts the verdicts on the correct result, on
/// untouched data, and on results with one NaN, one poisoned or one changed element and with every
/// element changed slightly.  Prints a line per case that ended as expected, and adds one to
/// `failures` for every other.
template <typename B, typename Real>
void selftest(std::ostream& out, std::vector<std::string>& failures) {
  const auto cls = B::classes.front();
  const auto expect = [&](const std::string& what, const auto& data_in, const std::string& wanted) {
    auto data = data_in;
    const auto got = answer(B::template check<Real>(cls, data), B::template result<Real>(data));
    const std::string name =
        std::string(B::name) + (sizeof(Real) == 4 ? " fp32 " : " fp64 ") + what + ": ";
    if ((" " + wanted + " ").find(' ' + got + ' ') != std::string::npos)
      out << "ok     " << name << got << '\n';
    else
      failures.push_back("FAILED " + name + "expected " + wanted + ", found " + got);
  };

  expect("untouched data", B::template make<Real>(cls), "wrong or unwritten");
  auto correct = B::template make<Real>(cls);
  Stopwatch watch;
  B::template run<Real>(cls, correct, watch);
  expect("correct result", correct, "pass");

  auto& result = B::template result<Real>(correct);
  const std::size_t size = result.size();
  double scale = 0;
  for (const Real value : result) scale = std::max(scale, std::abs(double(value)));
  const auto with = [&](std::size_t at, Real value) {  // a copy with one element replaced
    auto broken = correct;
    B::template result<Real>(broken)[at] = value;
    return broken;
  };

  // Sixteen places spread over the result, both ends included.
  for (int part = 0; part <= 16; ++part) {
    const std::size_t at = (size - 1) * std::size_t(part) / 16;
    const std::string where = " at element " + std::to_string(at) + " of " + std::to_string(size);
    expect("NaN" + where, with(at, std::numeric_limits<Real>::quiet_NaN()), "nan");
    expect("poison" + where, with(at, poison<Real>()), "unwritten");
    expect("infinity" + where, with(at, std::numeric_limits<Real>::infinity()), "wrong or nan");
    expect("change" + where, with(at, Real(double(result[at]) + 0.01 * (scale > 0 ? scale : 1.0))),
           "wrong");
  }
  auto scaled = correct;
  for (Real& value : B::template result<Real>(scaled)) value = Real(double(value) * 1.001);
  expect("every element scaled by 1.001", scaled, "wrong");
}

}  // namespace league
