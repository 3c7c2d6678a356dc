#include "flow_reference.hpp"

#include <algorithm>
#include <cmath>

namespace {

using flow::Answer;
using flow::Lines;

// A signal crosses at most half a cell per step (0.3 at the speed of sound, more where the gas
// moves), its numerical foot decays within some tens of cells.
int reach(int steps) { return 48 + (3 * std::min(steps, 100000) + 3) / 4; }

// `count` cells, with an edge of the initial values before each cell of `edges`.
Lines choose_lines(int count, const std::vector<int>& edges, int margin) {
  Lines lines;
  int last = -1;  // the last edge at or before the cell
  std::size_t next = 0;
  for (int c = 0; c < count; ++c) {
    while (next < edges.size() && edges[next] <= c) last = edges[next++];
    const bool after_edge = last >= 0 && c - last < margin;
    const bool before_edge = next < edges.size() && edges[next] - c <= margin;
    const bool needed = lines.kept.size() < 4;  // a mesh of fewer makes no sense
    if (after_edge || before_edge || needed) lines.kept.push_back(c);
    lines.place.push_back(int(lines.kept.size()) - 1);
  }
  return lines;
}

// Cells before which the set of problems that cover a line changes.
std::vector<int> edges_of(const flow::Setup& setup, int count, bool along_x) {
  const double length = along_x ? setup.width : setup.height;
  const double step = length / count;
  std::vector<int> edges;
  for (int c = 1; c < count; ++c) {
    bool differ = false;
    for (int p = 0; p < setup.count; ++p) {
      const auto& it = setup.problems[p];
      const double begin = (along_x ? it.x : it.y) * length;
      const double end = begin + (along_x ? it.width : it.height) * length;
      const auto inside = [&](int cell) { return step * cell >= begin && step * cell < end; };
      differ = differ || inside(c) != inside(c - 1);
    }
    if (differ) edges.push_back(c);
  }
  return edges;
}

enum class Turn { none, x, y };

// A rectangular array with two cells of padding, as the method describes it.
struct Array {
  int columns;
  int rows;
  std::vector<double> values;
  Array(int nxa, int nya)
      : columns(nxa), rows(nya), values(std::size_t(nxa) * std::size_t(nya), 0.0) {}
  double& operator()(int i, int j) { return values[std::size_t(i) * columns + j]; }
  double operator()(int i, int j) const { return values[std::size_t(i) * columns + j]; }

  void mirror(Turn turn) {
    const double sx = turn == Turn::x ? -1 : 1;
    const double sy = turn == Turn::y ? -1 : 1;
    for (int d = 0; d < 2; ++d) {
      for (int j = 2; j < columns - 2; ++j) {
        (*this)(rows - 2 + d, j) = sy * (*this)(rows - 3 - d, j);
        (*this)(1 - d, j) = sy * (*this)(2 + d, j);
      }
      for (int i = 2; i < rows - 2; ++i) {
        (*this)(i, columns - 2 + d) = sx * (*this)(i, columns - 3 - d);
        (*this)(i, 1 - d) = sx * (*this)(i, 2 + d);
      }
    }
  }
};

double minmod(double a, double b) {
  if (a > 0 && b > 0) return std::min(a, b);
  if (a < 0 && b < 0) return std::max(a, b);
  return 0;
}

double monotonised(double l, double c, double r, double h) {
  return minmod(minmod((r - l) * 0.5 / h, (r - c) * 2 / h), (c - l) * 2 / h);
}

double compression(double a) { return std::min(0.0, a); }

struct Gas {
  int nx, ny;  // cells
  int NX, NY;  // with padding
  double dx, dy;
  double dt, dt_h;
  double max_dt;
  Array rho, e, P, Qxx, Qyy, u, v, mx, my, Fx, Fy, eFx, eFy, xx, yy, xy, yx;

  Gas(int cells_x, int cells_y, const flow::Setup& setup, double size_x, double size_y)
      : nx(cells_x),
        ny(cells_y),
        NX(nx + 4),
        NY(ny + 4),
        dx(size_x),
        dy(size_y),
        dt(0.3 * setup.dt),
        dt_h(0.3 * setup.dt),
        max_dt(setup.max_dt),
        rho(NX, NY),
        e(NX, NY),
        P(NX, NY),
        Qxx(NX, NY),
        Qyy(NX, NY),
        u(NX + 1, NY),
        v(NX, NY + 1),
        mx(NX + 1, NY),
        my(NX, NY + 1),
        Fx(NX + 1, NY),
        Fy(NX, NY + 1),
        eFx(NX + 1, NY),
        eFy(NX, NY + 1),
        xx(NX, NY),
        yy(NX, NY),
        xy(NX + 1, NY + 1),
        yx(NX + 1, NY + 1) {}

  double density_x(int i, int j) const {
    return (rho(i, j) * dx * dy + rho(i, j - 1) * dx * dy) / (2 * dx * dy);
  }
  double density_y(int i, int j) const {
    return (rho(i, j) * dx * dy + rho(i - 1, j) * dx * dy) / (2 * dx * dy);
  }
  void velocity_u() {
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j <= NX - 2; ++j) {
        const double r = density_x(i, j);
        u(i, j) = r == 0 ? 0 : mx(i, j) / r;
      }
    u.mirror(Turn::x);
  }
  void velocity_v() {
    for (int i = 2; i <= NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j) {
        const double r = density_y(i, j);
        v(i, j) = r == 0 ? 0 : my(i, j) / r;
      }
    v.mirror(Turn::y);
  }
  void push(const Array& px, const Array& py) {
    for (int i = 2; i <= NY - 2; ++i)
      for (int j = 2; j <= NX - 2; ++j) {
        mx(i, j) -= dt * (px(i, j) - px(i, j - 1)) / dx;
        my(i, j) -= dt * (py(i, j) - py(i - 1, j)) / dy;
      }
    velocity_u();
    velocity_v();
  }
  void viscosity() {
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j) {
        const double x0 = compression(u(i, j) - u(i, j - 1));
        const double x1 = compression(u(i, j + 1) - u(i, j));
        const double x2 = compression(u(i, j + 2) - u(i, j + 1));
        Qxx(i, j) = -3 * rho(i, j) * x1 * 0.5 * (std::abs(x2 - x1) + std::abs(x1 - x0));
        const double y0 = compression(v(i, j) - v(i - 1, j));
        const double y1 = compression(v(i + 1, j) - v(i, j));
        const double y2 = compression(v(i + 2, j) - v(i + 1, j));
        Qyy(i, j) = -3 * rho(i, j) * y1 * 0.5 * (std::abs(y2 - y1) + std::abs(y1 - y0));
      }
    Qxx.mirror(Turn::none);
    Qyy.mirror(Turn::none);
  }
  void heat() {
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j) {
        const double a = (u(i, j + 1) - u(i, j)) / dx;
        const double b = (v(i + 1, j) - v(i, j)) / dy;
        const double g = (a + b) * dt_h;
        const double eq = e(i, j) - dt_h * (Qxx(i, j) * a + Qyy(i, j) * b) / rho(i, j);
        const double rc = rho(i, j) / (1 + g);
        const double ec = eq - P(i, j) * g / rho(i, j);
        const double work = 0.5 * g * (P(i, j) + 0.4 * ec * rc) / rho(i, j);
        e(i, j) = rho(i, j) == 0 ? 0 : eq - work;
      }
    e.mirror(Turn::none);
  }
  void set_timestep(bool first) {
    double t = max_dt;
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j) {
        if (e(i, j) < 0 || rho(i, j) == 0) continue;  // no speed of sound
        const double cs = std::sqrt(1.4 * 0.4 * e(i, j));
        t = std::min(t, dx / std::sqrt(cs * cs + 2 * Qxx(i, j) / rho(i, j)));
        t = std::min(t, dy / std::sqrt(cs * cs + 2 * Qyy(i, j) / rho(i, j)));
      }
    t = std::min(t, 5 * dt_h);
    dt = 0.5 * (0.3 * t + dt_h);
    dt_h = first ? dt : 0.3 * t;
  }

  // The value at distance d (in places along the axis) from (i, j).
  static double along(const Array& a, int i, int j, int d, bool x) {
    return x ? a(i, j + d) : a(i + d, j);
  }
  static double slope(const Array& a, int i, int j, int d, bool x, double h) {
    return monotonised(along(a, i, j, d - 1, x), along(a, i, j, d, x), along(a, i, j, d + 1, x), h);
  }
  // What is carried from place d - 1 or d.
  double carried(const Array& a, int i, int j, int d, bool x, double speed) const {
    const double h = x ? dx : dy;
    if (speed > 0)
      return along(a, i, j, d - 1, x) + 0.5 * slope(a, i, j, d - 1, x, h) * (h - speed * dt_h);
    return along(a, i, j, d, x) - 0.5 * slope(a, i, j, d, x, h) * (h + speed * dt_h);
  }

  void sweep(const Array& old, bool x, bool first) {
    const double h = x ? dx : dy;
    const Array& w = x ? u : v;
    Array& F = x ? Fx : Fy;
    Array& eF = x ? eFx : eFy;
    for (int i = 2; i < NY - 2 + (x ? 0 : 1); ++i)
      for (int j = 2; j < NX - 2 + (x ? 1 : 0); ++j) {
        const double wt = w(i, j) - 0.5 * w(i, j) * dt * slope(w, i, j, 0, x, h);
        const double dr = rho(i, j) - along(rho, i, j, -1, x);
        double lim = 0;
        if (dr != 0) {
          const bool forward = (x ? wt : w(i, j)) >= 0;
          const double s = (forward ? along(rho, i, j, -1, x) - along(rho, i, j, -2, x)
                                    : along(rho, i, j, 1, x) - rho(i, j)) /
                           dr;
          lim = (s + std::abs(s)) / (1 + std::abs(s));
        }
        F(i, j) = wt * (wt >= 0 ? along(rho, i, j, -1, x) : rho(i, j)) +
                  0.5 * std::abs(wt) * (1 - std::abs(wt * dt_h / h)) * lim * dr;
        eF(i, j) = (x ? dy : dx) * carried(e, i, j, 0, x, wt) * F(i, j);
      }
    F.mirror(x ? Turn::x : Turn::y);
    const double side = x ? dy : dx;
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j) {
        const double tot =
            old(i, j) * e(i, j) - dt_h * (along(eF, i, j, 1, x) - eF(i, j)) / (dx * dy);
        rho(i, j) -= dt_h * (side * along(F, i, j, 1, x) - side * F(i, j)) / (dx * dy);
        const double by = first ? old(i, j) : rho(i, j);
        e(i, j) = by == 0 ? 0 : tot / by;
      }
    rho.mirror(Turn::none);
    e.mirror(Turn::none);
  }

  void flux_normal(const Array& w, const Array& F, Array& out, bool x) {
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j) {
        const double speed = 0.5 * (w(i, j) + along(w, i, j, 1, x));
        const double G = (x ? dy : dx) * 0.5 * (F(i, j) + along(F, i, j, 1, x));
        out(i, j) = G * carried(w, i, j, 1, x, speed);
      }
    out.mirror(Turn::none);
  }
  // What moves along the axis with velocity w and mass flux F at the corners.
  void flux_corner(const Array& q, const Array& w, const Array& F, Array& out, bool x) {
    for (int i = 2; i <= NY - 2; ++i)
      for (int j = 2; j <= NX - 2; ++j) {
        const double speed = 0.5 * (along(w, i, j, -1, !x) + w(i, j));
        const double G = (x ? dy : dx) * 0.5 * (F(i, j) + along(F, i, j, -1, !x));
        out(i, j) = G * carried(q, i, j, 0, x, speed);
      }
    out.mirror(Turn::none);
  }
  void lose_x(const Array& flux, bool normal) {
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j <= NX - 2; ++j)
        mx(i, j) -=
            dt_h * (normal ? flux(i, j) - flux(i, j - 1) : flux(i + 1, j) - flux(i, j)) / (dx * dy);
  }
  void lose_y(const Array& flux, bool normal) {
    for (int i = 2; i <= NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j)
        my(i, j) -=
            dt_h * (normal ? flux(i, j) - flux(i - 1, j) : flux(i, j + 1) - flux(i, j)) / (dx * dy);
  }
  void momentum(bool even) {
    if (even) {
      flux_corner(u, v, Fy, xy, false);
      lose_x(xy, false);
      velocity_u();
      flux_normal(u, Fx, xx, true);
      lose_x(xx, true);
      flux_normal(v, Fy, yy, false);
      lose_y(yy, true);
      velocity_v();
      flux_corner(v, u, Fx, yx, true);
      lose_y(yx, false);
    } else {
      flux_normal(u, Fx, xx, true);
      lose_x(xx, true);
      velocity_u();
      flux_corner(u, v, Fy, xy, false);
      lose_x(xy, false);
      flux_corner(v, u, Fx, yx, true);
      lose_y(yx, false);
      velocity_v();
      flux_normal(v, Fy, yy, false);
      lose_y(yy, true);
    }
  }
  void step(int tt) {
    for (std::size_t c = 0; c < P.values.size(); ++c)
      P.values[c] = (1.4 - 1) * rho.values[c] * e.values[c];
    push(P, P);
    viscosity();
    push(Qxx, Qyy);
    heat();
    set_timestep(tt == 0);
    const Array old = rho;
    sweep(old, tt % 2 == 0, true);
    sweep(old, tt % 2 != 0, false);
    momentum(tt % 2 == 0);
  }
  // A step in which gas crosses more than a cell takes more from a cell than is in it.
  std::string failure() const {
    for (int i = 2; i < NY - 2; ++i)
      for (int j = 2; j < NX - 2; ++j) {
        const double sum = rho(i, j) + e(i, j) + mx(i, j) + my(i, j);
        if (!std::isfinite(sum)) return "a cell's state is no finite number any more";
        if (rho(i, j) < 0) return "a cell's density falls below zero";
        if (e(i, j) < 0) return "a cell's energy falls below zero";
      }
    return "";
  }
};

Lines lines_of(const Flow::Class& cls, bool along_x) {
  const int count = along_x ? cls.nx : cls.ny;
  return choose_lines(count, edges_of(*cls.setup, count, along_x), reach(cls.steps));
}

}  // namespace

int flow::problem_of(const Flow::Class& cls, int row, int column) {
  return cls.setup->filling(cls.setup->width / cls.nx * column, cls.setup->height / cls.ny * row);
}

std::vector<int> flow::parts(const Flow::Class& cls, bool along_x) {
  std::vector<int> parts = edges_of(*cls.setup, along_x ? cls.nx : cls.ny, along_x);
  parts.insert(parts.begin(), 0);
  return parts;
}

double flow::reference_cost(const Flow::Class& cls) {
  return double(lines_of(cls, true).kept.size()) * double(lines_of(cls, false).kept.size()) *
         cls.steps;
}

flow::Answer flow::reference(const Flow::Class& cls) {
  Answer answer{lines_of(cls, true), lines_of(cls, false), {}, {}, {}, {}, 0, 0, ""};
  const flow::Setup& setup = *cls.setup;
  const int nx = int(answer.x.kept.size());
  const int ny = int(answer.y.kept.size());
  Gas gas(nx, ny, setup, setup.width / cls.nx, setup.height / cls.ny);
  for (int i = 0; i < ny; ++i)
    for (int j = 0; j < nx; ++j) {
      const int p = problem_of(cls, answer.y.kept[i], answer.x.kept[j]);
      gas.rho(i + 2, j + 2) = p < 0 ? 0 : setup.problems[p].density;
      gas.e(i + 2, j + 2) = p < 0 ? 0 : setup.problems[p].energy;
    }
  gas.rho.mirror(Turn::none);
  gas.e.mirror(Turn::none);
  gas.set_timestep(false);
  for (int tt = 0; tt < cls.steps && answer.elapsed < setup.sim_end; ++tt) {
    gas.step(tt);
    answer.elapsed += gas.dt;
    ++answer.steps;
    answer.failure = gas.failure();
    if (!answer.failure.empty()) break;
  }
  for (int i = 2; i < ny + 2; ++i)
    for (int j = 2; j < nx + 2; ++j) {
      answer.rho.push_back(gas.rho(i, j));
      answer.e.push_back(gas.e(i, j));
      answer.mx.push_back(gas.mx(i, j));
      answer.my.push_back(gas.my(i, j));
    }
  return answer;
}
