#include "cloverleaf_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace clover {
namespace {

/// A field with indices from -1 to n + 3.
class Plane {
 public:
  Plane(int nx, int ny) : nx_(nx + 5), values_(std::size_t(nx + 5) * std::size_t(ny + 5), 0.0) {}
  double& operator()(int j, int k) {
    return values_[std::size_t(k + 1) * std::size_t(nx_) + std::size_t(j + 1)];
  }

 private:
  int nx_;
  std::vector<double> values_;
};

class Reference {
 public:
  /// With a sequence, every number that a step changes is nudged after it, by up to eight units in
  /// the last place, as the sequence has it: the same method, its roundings others.  Zero: none.
  explicit Reference(const Cloverleaf::Class& problem, std::uint32_t sequence = 0);

  /// Makes the next step; false if there is none.
  bool step();

  int steps() const { return steps_; }
  double now() const { return time; }
  ReferenceResult result();
  Sums sums();
  /// Largest difference to another evaluation, over the largest element.
  double distance(Reference& other);

 private:
  Cloverleaf::Class cls;
  bool nudged_;
  std::uint32_t sequence_;
  bool finished_ = false;
  int steps_ = 0;
  double time = 0, inflow = 0;
  int nx, ny;
  double dx, dy, vol, dt;
  Plane d0, d1, e0, e1, p, q, ss, u0, u1, w0, w1, fx, fy, mx, my, pre, post, ef, nf, ma, mb, mf;

  // Walls, bottom, top, left and right in turn: last index, first source below and above, signs.
  void halo(Plane& f, int depth, int vx, int vy, int low_x, int high_x, int low_y, int high_y,
            int sx, int sy) {
    for (int j = 1 - depth; j <= nx + vx + depth; ++j)
      for (int i = 1; i <= depth; ++i) f(j, 1 - i) = sy * f(j, low_y + i);
    for (int j = 1 - depth; j <= nx + vx + depth; ++j)
      for (int i = 1; i <= depth; ++i) f(j, ny + vy + i) = sy * f(j, ny + high_y - i);
    for (int k = 1 - depth; k <= ny + vy + depth; ++k)
      for (int i = 1; i <= depth; ++i) f(1 - i, k) = sx * f(low_x + i, k);
    for (int k = 1 - depth; k <= ny + vy + depth; ++k)
      for (int i = 1; i <= depth; ++i) f(nx + vx + i, k) = sx * f(nx + high_x - i, k);
  }
  void cell_halo(Plane& f, int depth) { halo(f, depth, 0, 0, 0, 1, 0, 1, 1, 1); }
  void u_halo(Plane& f, int depth) { halo(f, depth, 1, 1, 1, 1, 1, 1, -1, 1); }
  void w_halo(Plane& f, int depth) { halo(f, depth, 1, 1, 1, 1, 1, 1, 1, -1); }
  void x_face_halo(Plane& f) { halo(f, 2, 1, 0, 1, 1, 1, 0, -1, 1); }
  void y_face_halo(Plane& f) { halo(f, 2, 0, 1, 1, 0, 1, 1, 1, -1); }

  template <typename Body>
  void each(int j0, int j1, int k0, int k1, const Body& body) {
    for (int k = k0; k <= k1; ++k)
      for (int j = j0; j <= j1; ++j) body(j, k);
  }

  void ideal_gas(Plane& rho, Plane& e) {
    each(1, nx, 1, ny, [&](int j, int k) {
      const double v = 1 / rho(j, k);
      p(j, k) = (1.4 - 1) * rho(j, k) * e(j, k);
      const double a = (1.4 - 1) * rho(j, k);
      const double b = -rho(j, k) * p(j, k);
      ss(j, k) = std::sqrt(v * v * (p(j, k) * a - b));
    });
  }

  void viscosity() {
    each(1, nx, 1, ny, [&](int j, int k) {
      const double ug = (u0(j + 1, k) + u0(j + 1, k + 1)) - (u0(j, k) + u0(j, k + 1));
      const double vg = (w0(j, k + 1) + w0(j + 1, k + 1)) - (w0(j, k) + w0(j + 1, k));
      const double div = dx * ug + dy * vg;
      const double strain = 0.5 * (u0(j, k + 1) + u0(j + 1, k + 1) - u0(j, k) - u0(j + 1, k)) / dy +
                            0.5 * (w0(j + 1, k) + w0(j + 1, k + 1) - w0(j, k) - w0(j, k + 1)) / dx;
      double px = (p(j + 1, k) - p(j - 1, k)) / (dx + dx);
      double py = (p(j, k + 1) - p(j, k - 1)) / (dy + dy);
      const double lim =
          ((0.5 * ug / dx) * px * px + (0.5 * vg / dy) * py * py + strain * px * py) /
          std::max(px * px + py * py, 1e-16);
      q(j, k) = 0;
      if (lim > 0 || div >= 0) return;
      px = (px < 0 ? -1 : 1) * std::max(1e-16, std::abs(px));
      py = std::max(1e-16, std::abs(py));
      const double g = std::sqrt(px * px + py * py);
      const double grad = std::min(std::abs(dx * g / px), std::abs(dy * g / py));
      q(j, k) = 2 * d0(j, k) * grad * grad * lim * lim;
    });
  }

  double longest_step() {
    double least = 1e21;
    each(1, nx, 1, ny, [&](int j, int k) {
      const double cc = std::max(std::sqrt(ss(j, k) * ss(j, k) + 2 * q(j, k) / d0(j, k)), 1e-16);
      double a = (u0(j, k) + u0(j, k + 1)) * dy;
      double b = (u0(j + 1, k) + u0(j + 1, k + 1)) * dy;
      double div = b - a;
      const double t2 = vol / std::max({std::abs(a), std::abs(b), 1e-16 * vol});
      a = (w0(j, k) + w0(j + 1, k)) * dx;
      b = (w0(j, k + 1) + w0(j + 1, k + 1)) * dx;
      div = (div + b - a) / (2 * vol);
      const double t3 = vol / std::max({std::abs(a), std::abs(b), 1e-16 * vol});
      const double t4 = div < -1e-16 ? 0.7 * (-1 / div) : 1e21;
      least = std::min({least, 0.7 * std::min(dx, dy) / cc, t2, t3, t4});
    });
    return least;
  }

  void pdv(Plane& u, Plane& w, double s) {
    each(1, nx, 1, ny, [&](int j, int k) {
      const double l = dy * (u0(j, k) + u0(j, k + 1) + u(j, k) + u(j, k + 1)) * 0.25 * s;
      const double r =
          dy * (u0(j + 1, k) + u0(j + 1, k + 1) + u(j + 1, k) + u(j + 1, k + 1)) * 0.25 * s;
      const double b = dx * (w0(j, k) + w0(j + 1, k) + w(j, k) + w(j + 1, k)) * 0.25 * s;
      const double t =
          dx * (w0(j, k + 1) + w0(j + 1, k + 1) + w(j, k + 1) + w(j + 1, k + 1)) * 0.25 * s;
      const double total = r - l + t - b;
      e1(j, k) = e0(j, k) - (p(j, k) / d0(j, k) + q(j, k) / d0(j, k)) * total * (1 / vol);
      d1(j, k) = d0(j, k) * (vol / (vol + total));
    });
  }

  void accelerate() {
    each(1, nx + 1, 1, ny + 1, [&](int j, int k) {
      const double m =
          0.5 * dt / (0.25 * vol * (d0(j - 1, k - 1) + d0(j, k - 1) + d0(j, k) + d0(j - 1, k)));
      u1(j, k) = u0(j, k) - m * dy * (p(j, k) - p(j - 1, k) + p(j, k - 1) - p(j - 1, k - 1));
      w1(j, k) = w0(j, k) - m * dx * (p(j, k) - p(j, k - 1) + p(j - 1, k) - p(j - 1, k - 1));
      u1(j, k) -= m * dy * (q(j, k) - q(j - 1, k) + q(j, k - 1) - q(j - 1, k - 1));
      w1(j, k) -= m * dx * (q(j, k) - q(j, k - 1) + q(j - 1, k) - q(j - 1, k - 1));
    });
  }

  void volume_fluxes() {
    each(1, nx + 1, 1, ny, [&](int j, int k) {
      fx(j, k) = 0.25 * dt * dy * (u0(j, k) + u0(j, k + 1) + u1(j, k) + u1(j, k + 1));
    });
    each(1, nx, 1, ny + 1, [&](int j, int k) {
      fy(j, k) = 0.25 * dt * dx * (w0(j, k) + w0(j + 1, k) + w1(j, k) + w1(j + 1, k));
    });
  }

  void advect_cells(bool x, int sweep) {
    const int a = x ? 1 : 0;  // the axis as a step in both indices
    const int b = 1 - a;
    Plane& f = x ? fx : fy;
    Plane& m = x ? mx : my;
    each(-1, nx + 2, -1, ny + 2, [&](int j, int k) {
      const double x_part = fx(j + 1, k) - fx(j, k);
      const double y_part = fy(j, k + 1) - fy(j, k);
      pre(j, k) = vol + (sweep == 1 ? x_part + y_part : x ? x_part : y_part);
    });
    each(1, nx + 2 * a, 1, ny + 2 * b, [&](int j, int k) {
      const bool forward = f(j, k) > 0;
      const int up = forward ? -2 : std::min(1, (x ? nx - j : ny - k) + 2);
      const int don = forward ? -1 : 0;
      const int dwn = forward ? 0 : -1;
      const double before = pre(j + don * a, k + don * b);
      const double s = std::abs(f(j, k)) / before;
      const auto limiter = [&](Plane& v, double t) {
        const double vd = v(j + don * a, k + don * b);
        const double du = vd - v(j + up * a, k + up * b);
        const double dd = v(j + dwn * a, k + dwn * b) - vd;
        if (!(du * dd > 0)) return vd;
        const double third = ((1 + s) * std::abs(du) + (2 - s) * std::abs(dd)) / 6;
        return vd + (1 - t) * (dd <= 0 ? -1 : 1) * std::min({std::abs(du), std::abs(dd), third});
      };
      m(j, k) = f(j, k) * limiter(d1, s);
      ef(j, k) = m(j, k) * limiter(e1, std::abs(m(j, k)) / (d1(j + don * a, k + don * b) * before));
    });
    each(1, nx, 1, ny, [&](int j, int k) {
      const double m0 = d1(j, k) * pre(j, k);
      const double m1 = m0 + m(j, k) - m(j + a, k + b);
      e1(j, k) = (e1(j, k) * m0 + ef(j, k) - ef(j + a, k + b)) / m1;
      d1(j, k) = m1 / (pre(j, k) + f(j, k) - f(j + a, k + b));
    });
  }

  void advect_momentum(Plane& v, bool x, int sweep) {
    const int a = x ? 1 : 0;
    const int b = 1 - a;
    Plane& m = x ? mx : my;
    each(-1, nx + 2, -1, ny + 2, [&](int j, int k) {
      const double rest = x ? fy(j, k + 1) - fy(j, k) : fx(j + 1, k) - fx(j, k);
      post(j, k) = vol + (sweep == 1 ? rest : 0);
    });
    each(1 - 2 * a, nx + 1 + a, 1 - 2 * b, ny + 1 + b, [&](int j, int k) {
      nf(j, k) = 0.25 * (m(j - b, k - a) + m(j, k) + m(j + a - b, k + b - a) + m(j + a, k + b));
    });
    each(1 - a, nx + 1 + a, 1 - b, ny + 1 + b, [&](int j, int k) {
      mb(j, k) = 0.25 * (d1(j, k - 1) * post(j, k - 1) + d1(j, k) * post(j, k) +
                         d1(j - 1, k - 1) * post(j - 1, k - 1) + d1(j - 1, k) * post(j - 1, k));
      ma(j, k) = mb(j, k) - nf(j - a, k - b) + nf(j, k);
    });
    each(1 - a, nx + 1, 1 - b, ny + 1, [&](int j, int k) {
      const bool back = nf(j, k) < 0;
      const int up = back ? 2 : -1;
      const int don = back ? 1 : 0;
      const int dwn = back ? 0 : 1;
      const double s = std::abs(nf(j, k)) / ma(j + don * a, k + don * b);
      const double vd = v(j + don * a, k + don * b);
      const double du = vd - v(j + up * a, k + up * b);
      const double dd = v(j + dwn * a, k + dwn * b) - vd;
      const double third = ((2 - s) * std::abs(dd) + (1 + s) * std::abs(du)) / 6;
      const double lim = (dd <= 0 ? -1 : 1) * std::min({third, std::abs(du), std::abs(dd)});
      mf(j, k) = (vd + (du * dd > 0 ? (1 - s) * lim : 0)) * nf(j, k);
    });
    each(1, nx + 1, 1, ny + 1, [&](int j, int k) {
      v(j, k) = (v(j, k) * ma(j, k) + mf(j - a, k - b) - mf(j, k)) / mb(j, k);
    });
  }

  void sweep(bool x, int number) {
    advect_cells(x, number);
    if (x)
      each(1, 1, 1, ny, [&](int j, int k) { inflow += mx(j, k) - mx(nx + 1, k); });
    else
      each(1, nx, 1, 1, [&](int j, int k) { inflow += my(j, k) - my(j, ny + 1); });
    cell_halo(d1, 2), cell_halo(e1, 2);
    u_halo(u1, 2), w_halo(w1, 2);
    x_face_halo(mx), y_face_halo(my);
    advect_momentum(u1, x, number);
    advect_momentum(w1, x, number);
  }

  double until_time_step() {
    ideal_gas(d0, e0);
    cell_halo(p, 1), cell_halo(e0, 1), cell_halo(d0, 1);
    u_halo(u0, 1), w_halo(w0, 1);
    viscosity();
    cell_halo(q, 1);
    return longest_step();
  }

  void rest_of_step(bool x_first) {
    pdv(u0, w0, 0.5 * dt);
    ideal_gas(d1, e1);
    cell_halo(p, 1);
    accelerate();
    pdv(u1, w1, dt);
    volume_fluxes();
    cell_halo(e1, 2), cell_halo(d1, 2);
    x_face_halo(fx), y_face_halo(fy);
    sweep(x_first, 1);
    sweep(!x_first, 2);
    each(1, nx, 1, ny, [&](int j, int k) { take(d0, d1, j, k), take(e0, e1, j, k); });
    each(1, nx + 1, 1, ny + 1, [&](int j, int k) { take(u0, u1, j, k), take(w0, w1, j, k); });
  }

  // The new value becomes the old one, rounded otherwise if that is wanted and anything happened.
  void take(Plane& old, Plane& next, int j, int k) {
    double value = next(j, k);
    if (nudged_ && value != old(j, k)) {
      sequence_ = sequence_ * 1664525U + 1013904223U;
      const double between = double(sequence_) * 0x1p-31 - 1;  // -1 and 1
      value *= 1 + 8 * between * std::numeric_limits<double>::epsilon();
    }
    old(j, k) = value;
  }
};

Reference::Reference(const Cloverleaf::Class& problem, std::uint32_t sequence)
    : cls(problem),
      nudged_(sequence != 0),
      sequence_(sequence),
      nx(cls.x_cells),
      ny(cls.y_cells),
      dx((cls.xmax - cls.xmin) / nx),
      dy((cls.ymax - cls.ymin) / ny),
      vol(dx * dy),
      dt(cls.initial_timestep),
      d0(nx, ny),
      d1(d0),
      e0(d0),
      e1(d0),
      p(d0),
      q(d0),
      ss(d0),
      u0(d0),
      u1(d0),
      w0(d0),
      w1(d0),
      fx(d0),
      fy(d0),
      mx(d0),
      my(d0),
      pre(d0),
      post(d0),
      ef(d0),
      nf(d0),
      ma(d0),
      mb(d0),
      mf(d0) {
  for (int s = 0; s < cls.state_count; ++s) {
    const deck::State state = deck::drawn_in(cls.states[s], dx, dy);
    for (int k = -1; k <= ny + 2; ++k)
      for (int j = -1; j <= nx + 2; ++j) {
        const double left = cls.xmin + dx * (j - 1);
        const double below = cls.ymin + dy * (k - 1);
        const double right = cls.xmin + dx * j;
        const double above = cls.ymin + dy * k;
        if (s > 0 && !deck::covers(state, left, right, below, above)) continue;
        d0(j, k) = state.density;
        e0(j, k) = state.energy;
        for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
          if (s == 0 && a + b > 0) continue;
          u0(j + a, k + b) = state.xvel;
          w0(j + a, k + b) = state.yvel;
        }
      }
  }
}

bool Reference::step() {
  if (finished_) return false;
  dt = std::min({until_time_step(), dt * cls.timestep_rise, cls.max_timestep});
  finished_ = !(dt >= 1e-7);
  if (finished_) return false;
  rest_of_step(steps_ % 2 == 0);
  ++steps_;
  time += dt;
  finished_ = steps_ >= cls.end_step || time + 1e-16 > cls.end_time;
  return true;
}

Sums Reference::sums() {
  Sums sums{0, 0, inflow};
  each(1, nx, 1, ny, [&](int j, int k) {
    double squares = 0;
    for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}})
      squares += u0(j + a, k + b) * u0(j + a, k + b) + w0(j + a, k + b) * w0(j + a, k + b);
    sums.mass += vol * d0(j, k);
    sums.energy += vol * d0(j, k) * (e0(j, k) + 0.125 * squares);
  });
  return sums;
}

ReferenceResult Reference::result() {
  ReferenceResult result{{}, steps_, time, sums(), {}};
  for (Plane* plane : {&d0, &e0, &u0, &w0}) {
    const int more = plane == &u0 || plane == &w0 ? 1 : 0;
    each(1, nx + more, 1, ny + more,
         [&](int j, int k) { result.answer.push_back((*plane)(j, k)); });
  }
  return result;
}

double Reference::distance(Reference& other) {
  double most = 0;
  double scale = 0;
  const auto compare = [&](double mine, double its) {
    // Written so that what is no number counts as infinitely far away.
    const double apart = std::abs(mine - its);
    most = apart <= most ? most : apart >= 0 ? apart : std::numeric_limits<double>::infinity();
    scale = std::max(scale, std::abs(mine));
  };
  each(1, nx, 1, ny,
       [&](int j, int k) { compare(d0(j, k), other.d0(j, k)), compare(e0(j, k), other.e0(j, k)); });
  each(1, nx + 1, 1, ny + 1,
       [&](int j, int k) { compare(u0(j, k), other.u0(j, k)), compare(w0(j, k), other.w0(j, k)); });
  return most / scale;
}

}  // namespace

ReferenceResult run_reference(const Cloverleaf::Class& cls) {
  Reference reference(cls);
  std::vector<Sums> table;
  while (reference.step())
    if (cls.summary_every > 0) table.push_back(reference.sums());
  ReferenceResult result = reference.result();
  result.table = std::move(table);
  return result;
}

Sensitivity sensitivity_of(const Cloverleaf::Class& cls, int draws) {
  Reference plain(cls);
  std::vector<Reference> others;
  for (int draw = 1; draw <= draws; ++draw) others.emplace_back(cls, std::uint32_t(draw));
  Sensitivity found;
  double element = 0;
  bool any = true;
  while (any) {
    any = plain.step();
    if (any) found.element.push_back(element);
    const Sums sums = plain.sums();
    for (Reference& other : others) {
      any = other.step() || any;
      const Sums its = other.sums();
      element = std::max(element, plain.distance(other));
      found.mass = std::max(found.mass, std::abs(its.mass / sums.mass - 1));
      found.energy = std::max(found.energy, std::abs(its.energy / sums.energy - 1));
      found.steps = std::max(found.steps, std::abs(plain.steps() - other.steps()));
    }
    if (!found.element.empty()) found.element.back() = element;
  }
  for (const Reference& other : others)
    found.time = std::max(found.time, std::abs(other.now() / plain.now() - 1));
  return found;
}

}  // namespace clover
