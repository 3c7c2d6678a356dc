// All that is done with an element or a node, written once; the variants have the loops.
#pragma once

#include "lulesh_body_element.hpp"
#include "lulesh_body_force.hpp"
#include "lulesh_body_material.hpp"
