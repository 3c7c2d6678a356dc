// Pictures of fields: PNG and PPM for people, legacy VTK for programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace picture {

/// Rows of numbers, the lowest row (small y) first.
struct Field {
  std::string_view name;
  int columns;
  int rows;
  const double* values;  ///< rows times columns
};

/// Bytes of a picture, the upper row first, red, green and blue of every pixel.
struct Image {
  int columns = 0;
  int rows = 0;
  std::vector<std::uint8_t> pixels;
};

struct Colour {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;
};

/// The colour of a share between 0 and 1: from dark blue over green to light yellow, lighter all
/// the way, so that it reads in grey as well.  What is not a number is red.
Colour colour_of(double share);

/// A field from its smallest to its largest value.  Every `side` by `side` cells become one pixel,
/// their mean, so that neither side of the picture is longer than `longest`.
Image paint(const Field& field, int longest = 2048);

std::string as_ppm(const Image& image);

/// A PNG without compression: every program reads it, none is needed to write it.
std::string as_png(const Image& image);

/// Cell data on a uniform mesh, big endian.  All fields have the same size.
std::string as_vtk(const std::vector<Field>& fields, double dx, double dy);

/// Writes .png, .ppm or .vtk, as the ending of the path tells: a picture of the first field, or all
/// fields as numbers.  Throws what demand_place throws, and std::runtime_error if the disk is full.
void write(const std::string& path, const std::vector<Field>& fields, double dx, double dy);

/// Throws league::UsageError unless write() knows the ending and the file can be written.
void demand_place(const std::string& path);

/// Checksums of PNG.
std::uint32_t crc32(std::string_view bytes);
std::uint32_t adler32(std::string_view bytes);

}  // namespace picture
