// Conversions between numbers of 32 and 64 bits.
#include <cmath>
#include <limits>

#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using i32 = std::int32_t;

/// A whole number, saturated; NaN is 0.
template <class T, class F>
T whole(F x) {
  if (x != x) return 0;
  x = std::trunc(x);
  if (x <= static_cast<F>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  // The largest of 32 bits is no float: what is beyond it is at least 2^31 or 2^32.
  if (static_cast<double>(x) >= static_cast<double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  return static_cast<T>(x);
}

template <unsigned byte>
Run of_byte() {
  return each_lane([](u32 a) { return static_cast<float>(a >> 8 * byte & 255); });
}

}  // namespace

void add_conversions(Meanings& to) {
  to["v_cvt_i32_f64"] = each_lane([](double a) { return whole<i32>(a); });
  to["v_cvt_u32_f64"] = each_lane([](double a) { return whole<u32>(a); });
  to["v_cvt_i32_f32"] = each_lane([](float a) { return whole<i32>(a); });
  to["v_cvt_u32_f32"] = each_lane([](float a) { return whole<u32>(a); });
  to["v_cvt_f64_i32"] = each_lane([](i32 a) { return static_cast<double>(a); });
  to["v_cvt_f64_u32"] = each_lane([](u32 a) { return static_cast<double>(a); });
  to["v_cvt_f32_i32"] = each_lane([](i32 a) { return static_cast<float>(a); });
  to["v_cvt_f32_u32"] = each_lane([](u32 a) { return static_cast<float>(a); });
  to["v_cvt_f32_f64"] = each_lane([](double a) { return static_cast<float>(a); });
  to["v_cvt_f64_f32"] = each_lane([](float a) { return static_cast<double>(a); });
  to["v_cvt_rpi_i32_f32"] = each_lane([](float a) { return whole<i32>(std::floor(a + 0.5f)); });
  to["v_cvt_flr_i32_f32"] = each_lane([](float a) { return whole<i32>(std::floor(a)); });
  to["v_cvt_f32_ubyte0"] = of_byte<0>();
  to["v_cvt_f32_ubyte1"] = of_byte<1>();
  to["v_cvt_f32_ubyte2"] = of_byte<2>();
  to["v_cvt_f32_ubyte3"] = of_byte<3>();
  to["v_cvt_f32_f16"] = each_lane([](Half a) { return static_cast<float>(a.value()); });
  to["v_cvt_f16_f32"] = each_lane([](float a) { return Half::rounded(a); });
  to["v_cvt_pk_u16_u32"] =
      each_lane([](u32 a, u32 b) { return std::min(a, 0xffffu) | std::min(b, 0xffffu) << 16; });
  to["v_cvt_pk_i16_i32"] = each_lane([](i32 a, i32 b) {
    const auto narrow = [](i32 x) {
      return static_cast<u32>(x < -32768 ? -32768 : x > 32767 ? 32767 : x) & 0xffff;
    };
    return narrow(a) | narrow(b) << 16;
  });
}

}  // namespace emu::amd
