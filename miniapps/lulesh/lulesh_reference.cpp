#include "lulesh_reference.hpp"

#include <algorithm>
#include <cmath>

namespace {

using Vector = std::array<double, 3>;
using Corners = std::array<Vector, 8>;
using Face = std::array<int, 4>;

Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Vector operator-(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector operator*(double k, const Vector& a) { return {k * a[0], k * a[1], k * a[2]}; }
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double triple(const Vector& a, const Vector& b, const Vector& c) { return dot(a, cross(b, c)); }

// Corners go around the lower face, then around the upper one; faces are seen from inside.
constexpr std::array<Face, 6> faces{
    {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}}};
// Where a corner lies in the unit cube.
constexpr int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                              {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};

// What the four triangles of both ways to cut a face enclose with the origin, halved: that of the
// bilinear face.
double volume(const Corners& x) {
  double sum = 0;
  for (const Face& f : faces) {
    const Vector a = x[f[0]] - x[6];
    const Vector b = x[f[1]] - x[6];
    const Vector c = x[f[2]] - x[6];
    const Vector d = x[f[3]] - x[6];
    sum -= triple(a, b, c) + triple(a, c, d) + triple(a, b, d) + triple(b, c, d);
  }
  return sum / 12;
}

// The volume is linear in the place of each corner, so that a difference is the derivative.
Corners volume_derivatives(const Corners& x, double size) {
  const double before = volume(x);
  Corners derivatives;
  Corners moved = x;
  for (int c = 0; c < 8; ++c)
    for (int axis = 0; axis < 3; ++axis) {
      moved[c][axis] += size;
      derivatives[c][axis] = (volume(moved) - before) / (moved[c][axis] - x[c][axis]);
      moved[c][axis] = x[c][axis];
    }
  return derivatives;
}

// Half the difference of the means of two opposite faces, doubled: along x, y or z of the cube.
Vector across(const Corners& x, int axis) {
  Vector sum{};
  for (int c = 0; c < 8; ++c) sum = sum + (corner[c][axis] ? 0.25 : -0.25) * x[c];
  return sum;
}

// Rate of change of the volume over it, from the middle of the element.
double rate_of_volume(const Corners& x, const Corners& u) {
  const Vector a = across(x, 0);
  const Vector b = across(x, 1);
  const Vector c = across(x, 2);
  return (triple(across(u, 0), b, c) + triple(a, across(u, 1), c) + triple(a, b, across(u, 2))) /
         triple(a, b, c);
}

double largest_face(const Corners& x) {
  double most = 0;
  for (const Face& f : faces) {
    const Vector normal = cross(x[f[2]] - x[f[0]], x[f[3]] - x[f[1]]);
    most = std::max(most, 0.5 * std::sqrt(dot(normal, normal)));
  }
  return most;
}

double cut(double value, double limit) { return std::abs(value) < limit ? 0 : value; }

// The ideal gas, with the energy per volume of a cell at rest.
double pressure(double e, double volume) { return std::max(0.0, cut(2.0 / 3 / volume * e, 1e-7)); }
double sound(double e, double p, double volume) {
  const double squared = 2.0 / 3 * e + volume * volume * (2.0 / 3 / volume) * p;
  return squared <= 0.1111111e-36 ? 0.3333333e-18 : std::sqrt(squared);
}

struct Element {
  double e = 0, p = 0, q = 0, v = 1;
  double initial_volume = 0, sound = 0;
  double new_v = 1, change = 0, length = 0, rate = 0;
  double linear_q = 0, quadratic_q = 0;
  std::array<double, 3> jump{}, width{};  // of velocity across it, and it is so wide
};

// Energy, pressure and viscosity of the new volume, in two halves and a correction.
void settle(Element& it) {
  const double old = it.p + it.q;
  const double half_volume = it.new_v - 0.5 * it.change;
  const auto viscosity = [&](double e, double p, double volume) {
    return it.change > 0 ? 0.0 : sound(e, p, volume) * it.linear_q + it.quadratic_q;
  };
  double e = it.e - 0.5 * it.change * old;
  const double half_p = pressure(e, half_volume);
  const double half = half_p + viscosity(e, half_p, half_volume);
  e = cut(e + 0.5 * it.change * (3 * old - 4 * half), 1e-7);
  double p = pressure(e, it.new_v);
  const double whole = p + viscosity(e, p, it.new_v);
  e = cut(e - it.change / 6 * (7 * old - 8 * half + whole), 1e-7);
  p = pressure(e, it.new_v);
  it.q = cut(viscosity(e, p, it.new_v), 1e-7);
  it.e = e;
  it.p = p;
  it.sound = sound(e, p, it.new_v);
}

struct Blast {
  int s, row;
  std::vector<Element> elements;
  std::vector<Vector> x, u, force;
  std::vector<double> mass;
  double time = 0, dt = 0, courant = 1e20, hydro = 1e20;
  int cycle = 0;

  explicit Blast(const Lulesh::Class& cls)
      : s(cls.s),
        row(cls.s + 1),
        elements(std::size_t(s) * s * s),
        x(std::size_t(row) * row * row),
        u(x.size(), Vector{}),
        force(x.size(), Vector{}),
        mass(x.size(), 0.0) {
    for (long n = 0; n < long(x.size()); ++n)
      for (int axis = 0; axis < 3; ++axis) x[n][axis] = 1.125 * place(n, row)[axis] / s;
    for (long k = 0; k < long(elements.size()); ++k) {
      const double v = volume(corners(x, k));
      elements[k].initial_volume = v;
      for (int c = 0; c < 8; ++c) mass[node(k, c)] += v / 8;
    }
    const double scale = s / 45.0;
    elements[0].e = 3.948746e+7 * scale * scale * scale * std::pow(10.0, cls.blast);
    if (cls.spark > 0) elements.back().e += elements[0].e * std::pow(10.0, cls.spark);
    dt = 0.5 * std::cbrt(elements[0].initial_volume) / std::sqrt(2 * elements[0].e);
  }

  static std::array<int, 3> place(long n, int along) {
    return {int(n % along), int(n / along % along), int(n / along / along)};
  }
  long node(long k, int c) const {
    const auto at = place(k, s);
    return at[0] + corner[c][0] + row * (at[1] + corner[c][1] + long(row) * (at[2] + corner[c][2]));
  }
  Corners corners(const std::vector<Vector>& field, long k) const {
    Corners found;
    for (int c = 0; c < 8; ++c) found[c] = field[node(k, c)];
    return found;
  }

  bool good() const {
    return std::all_of(elements.begin(), elements.end(),
                       [](const Element& it) { return it.v > 0 && it.q <= 1e12; });
  }

  void next_step() {
    double rest = 0.01 - time;
    if (cycle > 0) {
      double wanted = courant < 1e20 ? courant / 2 : 1e20;
      if (hydro < wanted) wanted = hydro * 2 / 3;
      const double ratio = wanted / dt;
      if (ratio >= 1) wanted = ratio < 1.1 ? dt : std::min(wanted, 1.2 * dt);
      dt = std::min(wanted, 0.01);
    }
    if (rest > dt && rest < 4 * dt / 3) rest = 2 * dt / 3;
    dt = std::min(dt, rest);
    time += dt;
    ++cycle;
  }

  // Pressure pushes the faces of an element outwards, a quarter of each face for each corner;
  // what moves corners without changing volume or shape is damped.
  void add_forces(long k) {
    const Element& it = elements[k];
    const Corners at = corners(x, k);
    const Corners speed = corners(u, k);
    for (const Face& f : faces) {
      const Vector one = 0.5 * (at[f[3]] + at[f[2]] - at[f[1]] - at[f[0]]);
      const Vector other = 0.5 * (at[f[2]] + at[f[1]] - at[f[3]] - at[f[0]]);
      const Vector push = (it.p + it.q) * (0.25 * cross(one, other));
      for (const int c : f) force[node(k, c)] = force[node(k, c)] + push;
    }
    static constexpr double modes[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1},
                                           {1, -1, -1, 1, -1, 1, 1, -1},
                                           {1, -1, 1, -1, 1, -1, 1, -1},
                                           {-1, 1, -1, 1, 1, -1, 1, -1}};
    const double now = it.initial_volume * it.v;
    const double damping = -3 * 0.01 * it.sound * it.initial_volume / std::cbrt(now);
    const Corners slope = volume_derivatives(at, std::cbrt(now));
    for (const auto& mode : modes) {
      Vector moment{};
      for (int c = 0; c < 8; ++c) moment = moment + mode[c] * at[c];
      double shape[8];
      Vector flow{};
      for (int c = 0; c < 8; ++c) {
        shape[c] = mode[c] - dot(slope[c], moment) / now;
        flow = flow + shape[c] * speed[c];
      }
      for (int c = 0; c < 8; ++c)
        force[node(k, c)] = force[node(k, c)] + (damping * shape[c]) * flow;
    }
  }

  void move_nodes() {
    std::fill(force.begin(), force.end(), Vector{});
    for (long k = 0; k < long(elements.size()); ++k) add_forces(k);
    for (long n = 0; n < long(x.size()); ++n)
      for (int axis = 0; axis < 3; ++axis) {
        const bool held = place(n, row)[axis] == 0;
        const double gain = held ? 0 : force[n][axis] / mass[n] * dt;
        u[n][axis] = cut(u[n][axis] + gain, 1e-7);
        x[n][axis] += u[n][axis] * dt;
      }
  }

  void deform(Element& it, long k) {
    const Corners at = corners(x, k);
    const Corners speed = corners(u, k);
    const double now = volume(at);
    it.new_v = now / it.initial_volume;
    it.change = it.new_v - it.v;
    it.length = now / largest_face(at);
    Corners middle = at;
    for (int c = 0; c < 8; ++c) middle[c] = at[c] - 0.5 * dt * speed[c];
    it.rate = rate_of_volume(middle, speed);
    for (int axis = 0; axis < 3; ++axis) {
      const Vector area = cross(across(at, (axis + 1) % 3), across(at, (axis + 2) % 3));
      it.width[axis] = now / std::sqrt(dot(area, area) + 1e-36);
      it.jump[axis] = dot(area, across(speed, axis)) / (now + 1e-36);
    }
  }

  // How steady the jump of velocity is along an axis: 1 where that of the neighbours is the same.
  double steadiness(long k, int axis) const {
    const long stride = axis == 0 ? 1 : axis == 1 ? s : long(s) * s;
    const int at = place(k, s)[axis];
    const double own = elements[k].jump[axis] + 1e-36;
    const double before = (at == 0 ? elements[k] : elements[k - stride]).jump[axis] / own;
    const double behind = (at == s - 1 ? 0.0 : elements[k + stride].jump[axis]) / own;
    const double least = std::min({0.5 * (before + behind), 2 * before, 2 * behind});
    return std::clamp(least, 0.0, 1.0);
  }

  void compress(Element& it, long k) const {
    it.linear_q = it.quadratic_q = 0;
    if (it.rate > 0) return;
    const double rho = 1 / it.new_v;
    for (int axis = 0; axis < 3; ++axis) {
      const double phi = steadiness(k, axis);
      const double speed = std::min(0.0, it.jump[axis] * it.width[axis]);
      it.linear_q -= 0.5 * rho * speed * (1 - phi);
      it.quadratic_q += 2.0 / 3 * rho * speed * speed * (1 - phi * phi);
    }
  }

  void step() {
    next_step();
    move_nodes();
    for (long k = 0; k < long(elements.size()); ++k) deform(elements[k], k);
    for (long k = 0; k < long(elements.size()); ++k) compress(elements[k], k);
    courant = hydro = 1e20;
    for (Element& it : elements) {
      settle(it);
      it.v = std::abs(it.new_v - 1) < 1e-10 ? 1 : it.new_v;
      if (it.rate == 0) continue;
      const double wave = it.rate < 0 ? 16 * it.length * it.rate : 0;
      courant = std::min(courant, it.length / std::sqrt(it.sound * it.sound + wave * wave));
      hydro = std::min(hydro, 0.1 / (std::abs(it.rate) + 1e-20));
    }
  }
};

}  // namespace

lulesh::Reference lulesh::reference(const Lulesh::Class& cls) {
  Blast blast(cls);
  while (blast.time < 0.01 && blast.cycle < cls.i && blast.good()) blast.step();
  Reference found{{}, {}, {}, {}, {}, {}, blast.cycle, blast.dt, blast.good()};
  for (const Element& it : blast.elements) {
    found.e.push_back(it.e);
    found.p.push_back(it.p);
    found.q.push_back(it.q);
    found.v.push_back(it.v);
  }
  for (int axis = 0; axis < 3; ++axis)
    for (std::size_t n = 0; n < blast.x.size(); ++n) {
      found.position[axis].push_back(blast.x[n][axis]);
      found.velocity[axis].push_back(blast.u[n][axis]);
    }
  return found;
}
