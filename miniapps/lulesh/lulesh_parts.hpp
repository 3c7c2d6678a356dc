// The phases of a cycle.  Every variant defines all of them, in files of the same names.
//
// `f` are all fields, `lists` all lists of the mesh, as lulesh_fields.hpp places them.
#pragma once

#include "lulesh_body.hpp"
#include "lulesh_fields.hpp"

namespace lulesh {

// lagrange_nodal: forces of all elements, and all nodes moved by dt.
void lagrange_nodal(const Mesh& mesh, double* f, const int* lists, double dt);

// study_kernels: the four that are written with lambdas as well, by variants that take all else
// from another one.

/// CalcLagrangeElements: new volumes, sizes and rates of change.
void lagrange_elements(const Mesh& mesh, double* f, const int* lists, double dt);

/// CalcMonotonicQGradientsForElems: velocity gradients.
void monotonic_q_gradients(const Mesh& mesh, double* f, const int* lists);

/// CalcMonotonicQRegionForElems: artificial viscosity, region by region.
void monotonic_q_regions(const Mesh& mesh, double* f, const int* lists);

/// CalcSoundSpeedForElems: speed of sound, region by region.
void sound_speeds(const Mesh& mesh, double* f, const int* lists);

// material: the equation of state, region by region and as often as the region demands.
void material(const Mesh& mesh, double* f, const int* lists);

// constraints: volumes for the next cycle, and what limits its length.
Limits time_constraints(const Mesh& mesh, double* f, const int* lists);

}  // namespace lulesh
