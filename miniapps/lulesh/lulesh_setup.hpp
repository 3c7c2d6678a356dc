// The mesh at time zero.
#pragma once

#include <vector>

#include "lulesh.hpp"

namespace lulesh {

/// Writes all lists: nodes of the elements, neighbours, surface, regions, elements of the nodes.
void make_lists(const Lulesh::Class& cls, const Mesh& mesh, int* lists);

/// Writes positions, volumes, masses and the energy in the corner; `f` is zero before.
void make_fields(const Lulesh::Class& cls, const Mesh& mesh, const int* lists, double* f);

/// How often the equation of state of a region is evaluated.
int repetitions_of(int region, int regions, int cost);

/// Energy in the first element at time zero.
double energy_at_start(const Lulesh::Class& cls);

/// Length of the first time step.
double first_time_step(const Mesh& mesh, const double* f);

}  // namespace lulesh
