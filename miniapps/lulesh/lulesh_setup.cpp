#include "lulesh_setup.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "lulesh_body.hpp"

namespace {

using lulesh::Mesh;

constexpr double edge = 1.125;

/// Regions of all elements, in runs of random length.  The engine and what is made of its numbers
/// are the same on every system.
std::vector<int> region_of_elements(const Lulesh::Class& cls, const Mesh& mesh) {
  std::vector<int> region(std::size_t(mesh.elements), 0);
  if (cls.r == 1) return region;
  // NOLINTNEXTLINE(bugprone-random-generator-seed): always the same regions
  std::minstd_rand engine(1);
  const auto fraction = [&] {
    return (double(engine()) - std::minstd_rand::min()) /
           (double(std::minstd_rand::max()) - std::minstd_rand::min() + 1);
  };
  const auto between = [&](int low, int count) { return low + int(fraction() * count); };
  std::vector<double> sums;  // of the weights so far
  for (int k = 1; k <= cls.r; ++k)
    sums.push_back((sums.empty() ? 0.0 : sums.back()) + std::pow(double(k), cls.b));
  const auto length = [&] {
    const int kind = between(0, 1000);
    if (kind < 773) return between(1, 15);
    if (kind < 937) return between(16, 16);
    if (kind < 970) return between(32, 32);
    if (kind < 974) return between(64, 64);
    if (kind < 978) return between(128, 128);
    if (kind < 981) return between(256, 256);
    return between(512, 1537);
  };
  int last = -1;
  for (int e = 0; e < mesh.elements;) {
    int now = last;
    while (now == last)
      now = int(std::upper_bound(sums.begin(), sums.end() - 1, fraction() * sums.back()) -
                sums.begin());
    const int end = std::min(mesh.elements, e + length());
    std::fill(region.begin() + e, region.begin() + end, now);
    e = end;
    last = now;
  }
  return region;
}

/// Elements region by region, in order of their numbers.
void make_regions(const Lulesh::Class& cls, const Mesh& m, int* lists) {
  const auto region = region_of_elements(cls, m);
  int* members = lists + m.members();
  int* repetitions = lists + m.repetitions();
  int* begin = lists + m.region_begin();
  std::vector<int> next(std::size_t(cls.r) + 1, 0);
  for (const int r : region) ++next[std::size_t(r) + 1];
  for (std::size_t r = 0; r < std::size_t(cls.r); ++r) next[r + 1] += next[r];
  std::copy(next.begin(), next.end(), begin);
  for (int e = 0; e < m.elements; ++e) {
    const int r = region[std::size_t(e)];
    const int place = next[std::size_t(r)]++;
    members[place] = e;
    repetitions[place] = lulesh::repetitions_of(r, cls.r, cls.c);
  }
}

}  // namespace

int lulesh::repetitions_of(int region, int regions, int cost) {
  if (region < regions / 2) return 1;
  if (region < regions - (regions + 15) / 20) return 1 + cost;
  return 10 * (1 + cost);
}

void lulesh::make_lists(const Lulesh::Class& cls, const Mesh& m, int* lists) {
  const int s = m.s;
  const int row = s + 1;
  const int plane = row * row;
  const int first[8] = {0, 1, row + 1, row, plane, plane + 1, plane + row + 1, plane + row};
  int* node_corners = lists + m.node_corners();
  for (int k = 0; k < 8; ++k)  // where there is no element, the zero behind all corners
    std::fill_n(node_corners + k * m.nn, m.nodes, int(8 * m.ne));
  std::vector<int> found(std::size_t(m.nodes), 0);
  int e = 0;
  for (int z = 0; z < s; ++z)
    for (int y = 0; y < s; ++y)
      for (int x = 0; x < s; ++x, ++e) {
        for (int k = 0; k < 8; ++k) {
          const int n = x + row * y + plane * z + first[k];
          lists[m.corner_nodes() + k * m.ne + e] = n;
          node_corners[found[std::size_t(n)]++ * m.nn + n] = int(k * m.ne + e);
        }
        const int place[3] = {x, y, z};
        const int step[3] = {1, s, s * s};
        int sides = 0;
        for (int axis = 0; axis < 3; ++axis) {
          const bool low = place[axis] == 0;
          const bool high = place[axis] == s - 1;
          int* neighbour = lists + m.neighbours() + 2 * axis * m.ne + e;
          // Behind a side at the surface is some element that is not asked for anything.
          neighbour[0] = e < step[axis] ? e : e - step[axis];
          neighbour[m.ne] = e + step[axis] < m.elements ? e + step[axis] : e;
          sides |= (low ? 1 : 0) << (2 * axis) | (high ? 2 : 0) << (2 * axis);
        }
        lists[m.boundary() + e] = sides;
      }
  for (int n = 0; n < m.nodes; ++n)
    lists[m.fixed() + n] =
        (n % row == 0 ? 1 : 0) | (n / row % row == 0 ? 2 : 0) | (n / plane == 0 ? 4 : 0);
  make_regions(cls, m, lists);
}

double lulesh::energy_at_start(const Lulesh::Class& cls) {
  const double scale = cls.s / 45.0;
  return 3.948746e7 * scale * scale * scale * std::pow(10.0, cls.blast);
}

void lulesh::make_fields(const Lulesh::Class& cls, const Mesh& m, const int* lists, double* f) {
  const int row = m.s + 1;
  for (int n = 0; n < m.nodes; ++n) {
    f[m.at(pos_x) + n] = edge * (n % row) / m.s;
    f[m.at(pos_y) + n] = edge * (n / row % row) / m.s;
    f[m.at(pos_z) + n] = edge * (n / (row * row)) / m.s;
  }
  for (int e = 0; e < m.elements; ++e) {
    const double size = volume_of(points(positions(listed(m, f, lists, e))));
    f[m.at(initial_volume) + e] = size;
    f[m.at(element_mass) + e] = size;
    f[m.at(volume) + e] = 1;
    for (int k = 0; k < 8; ++k)
      f[m.at(node_mass) + lists[m.corner_nodes() + k * m.ne + e]] += size / 8;
  }
  f[m.at(energy)] = energy_at_start(cls);
  if (cls.spark > 0)
    f[m.at(energy) + m.elements - 1] += energy_at_start(cls) * std::pow(10.0, cls.spark);
}

double lulesh::first_time_step(const Mesh& m, const double* f) {
  return 0.5 * std::cbrt(f[m.at(initial_volume)]) / std::sqrt(2 * f[m.at(energy)]);
}
