// All that is done with an element or a node, written once; the variants have the loops.
#pragma once

#include "lulesh_element.hpp"
#include "lulesh_force.hpp"
#include "lulesh_material.hpp"
