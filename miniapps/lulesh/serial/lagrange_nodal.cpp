// What is computed: every element pushes its eight nodes, then the nodes move.

#include "lulesh_parts.hpp"

namespace {

void add(double* force, const int* node, long ne, const lulesh::Corners& a) {
  force[node[0]] += a.a0;
  force[node[ne]] += a.a1;
  force[node[2 * ne]] += a.a2;
  force[node[3 * ne]] += a.a3;
  force[node[4 * ne]] += a.a4;
  force[node[5 * ne]] += a.a5;
  force[node[6 * ne]] += a.a6;
  force[node[7 * ne]] += a.a7;
}

}  // namespace

void lulesh::lagrange_nodal(const Mesh& m, double* f, const int* lists, double dt) {
  double* force = f + m.at(force_x);
  for (long n = 0; n < 3 * m.nn; ++n) force[n] = 0;
  for (long e = 0; e < m.elements; ++e) {
    const CornerVectors a = element_forces(m, f, e, listed(m, f, lists, e));
    const int* node = lists + m.corner_nodes() + e;
    add(force, node, m.ne, a.x);
    add(force + m.nn, node, m.ne, a.y);
    add(force + 2 * m.nn, node, m.ne, a.z);
  }
  for (long n = 0; n < m.nodes; ++n)
    move_node(m, f, lists, {force[n], force[m.nn + n], force[2 * m.nn + n]}, dt, n);
}
