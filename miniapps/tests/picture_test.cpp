#include "../common/picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "league/options.hpp"

namespace {

using picture::Field;

double lightness(picture::Colour colour) {
  return 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue;
}

TEST(Picture, ChecksumsOfKnownText) {
  EXPECT_EQ(0xcbf43926U, picture::crc32("123456789"));
  EXPECT_EQ(0x11e60398U, picture::adler32("Wikipedia"));
}

TEST(Picture, ColoursBecomeLighterAllTheWay) {
  for (int k = 0; k < 100; ++k)
    EXPECT_LT(lightness(picture::colour_of(k / 100.0)) - 1,
              lightness(picture::colour_of((k + 1) / 100.0)));
  EXPECT_GT(lightness(picture::colour_of(1)) - lightness(picture::colour_of(0)), 200);
  const auto missing = picture::colour_of(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(255, missing.red);
  EXPECT_EQ(0, missing.green);
}

TEST(Picture, UpperRowComesFirstAndLargeFieldsShrink) {
  const double values[] = {0, 0, 0, 1, 1, 1};
  const auto image = picture::paint(Field{"f", 3, 2, values});
  ASSERT_EQ(18U, image.pixels.size());
  EXPECT_EQ(picture::colour_of(1).red, image.pixels[0]);
  EXPECT_EQ(picture::colour_of(0).red, image.pixels[9]);
  const auto small = picture::paint(Field{"f", 3, 2, values}, 2);
  EXPECT_EQ(2, small.columns);
  EXPECT_EQ(1, small.rows);
}

TEST(Picture, PngHasItsChunksInOrder) {
  const double values[] = {0, 1};
  const auto png = picture::as_png(picture::paint(Field{"f", 2, 1, values}));
  EXPECT_EQ("\x89PNG\r\n\x1a\n", png.substr(0, 8));
  EXPECT_EQ("IHDR", png.substr(12, 4));
  const auto data = png.find("IDAT");
  ASSERT_NE(std::string::npos, data);
  // Two bytes of zlib, one stored block of 1 + 6 bytes.
  EXPECT_EQ(std::string("\x78\x01\x01\x07\x00\xf8\xff\x00", 8), png.substr(data + 4, 8));
  EXPECT_EQ(std::string("\x00\x00\x00\x00IEND\xae\x42\x60\x82", 12), png.substr(png.size() - 12));
}

TEST(Picture, BlocksOfMoreThan64KiB) {
  const std::vector<double> values(300 * 300, 1.0);
  const auto png = picture::as_png(picture::paint(Field{"f", 300, 300, values.data()}));
  // Signature, three chunks' frames, header, zlib's frame, five blocks' frames, the lines.
  EXPECT_EQ(8U + 36 + 13 + 6 + 5 * 5 + 300 * 901, png.size());
}

TEST(Picture, VtkIsBigEndian) {
  const double values[] = {1.0, 2.0};
  const auto vtk = picture::as_vtk({Field{"f", 2, 1, values}}, 0.5, 0.25);
  EXPECT_NE(std::string::npos, vtk.find("DIMENSIONS 3 2 1"));
  EXPECT_NE(std::string::npos, vtk.find("SPACING 0.5 0.25 1"));
  EXPECT_NE(std::string::npos, vtk.find(std::string("default\n\x3f\xf0\0\0\0\0\0\0\x40", 17)));
}

TEST(Picture, OnlyKnownEndings) {
  EXPECT_NO_THROW(picture::demand_place(testing::TempDir() + "a.png"));
  EXPECT_THROW(picture::demand_place("a.jpg"), league::UsageError);
  EXPECT_THROW(picture::demand_place("/nonexistent/a.png"), league::UsageError);
}

}  // namespace
