// Energies of the public deck bm1 that are published with it, and as much of the deck as they need:
// four poses, the whole ligand, the atoms of the protein that come near it in one of them, and
// their force field.  Atoms further away add nothing.  Every term and every range of the force
// field but that of two F makes up more than a tenth of one of these energies, so that constants
// cannot change by a hundredth without one of them being off.
#pragma once

#include <array>

#include "bude_deck.hpp"

namespace bude::published {

inline constexpr std::array<Kind, 8> kinds{{
    {'-', 1.42F, -0.4736F, 0.0F},
    {'-', 1.42F, -0.7887F, 0.0F},
    {'-', 1.64F, -0.432F, 0.0F},
    {'E', 1.42F, 1.8936F, 0.0904F},
    {'D', 1.42F, 0.2117F, 0.5389F},
    {'D', 1.55F, 0.253F, 0.5184F},
    {'D', 1.51F, 0.7597F, -0.0458F},
    {'D', 1.42F, 0.275F, -0.3562F},
}};

inline constexpr std::array<Atom, 26> ligand{{
    {0.6321F, 6.2599F, 1.9018F, 0},    {0.4683F, 5.7798F, 0.4584F, 0},
    {0.0177F, 4.3176F, 0.4553F, 0},    {-0.1461F, 3.8375F, -0.9882F, 0},
    {-0.5776F, 2.4375F, -0.9911F, 5},  {-1.8846F, 1.9887F, -0.9811F, 1},
    {-1.8665F, 0.659F, -0.9884F, 1},   {-0.5472F, 0.2415F, -1.0032F, 5},
    {0.2428F, 1.3405F, -1.0049F, 1},   {1.5137F, 0.9657F, -1.019F, 3},
    {1.5949F, -0.3621F, -1.0269F, 1},  {0.2932F, -0.8615F, -1.0172F, 1},
    {0.0934F, -2.2517F, -1.0223F, 1},  {-1.0354F, -2.7113F, -1.0144F, 7},
    {1.1632F, -3.0732F, -1.0378F, 4},  {2.4146F, -2.5828F, -1.0467F, 1},
    {3.354F, -3.3548F, -1.0598F, 7},   {2.6536F, -1.2577F, -1.0418F, 4},
    {4.0322F, -0.7621F, -1.0518F, 0},  {0.9578F, -4.5237F, -1.0436F, 0},
    {0.8995F, -5.0363F, 0.3968F, 0},   {-0.2506F, -4.4942F, 1.0491F, 6},
    {-0.3997F, -4.9127F, 2.4073F, 0},  {-1.6567F, -4.275F, 3.0024F, 0},
    {-3.0762F, -0.2397F, -0.9812F, 0}, {-3.1169F, 2.856F, -0.9702F, 0},
}};

inline constexpr std::array<Atom, 35> protein{{
    {2.98F, 3.823F, 1.808F, 0},     {-2.559F, 6.515F, 4.733F, 0},   {0.837F, 7.181F, 6.809F, 2},
    {1.7F, 6.196F, 6.334F, 2},      {1.944F, 6.091F, 4.977F, 2},    {-6.969F, -2.525F, -5.045F, 2},
    {-8.053F, -3.125F, -4.503F, 2}, {-6.288F, -4.241F, -3.844F, 2}, {-11.935F, -4.352F, -3.798F, 1},
    {-1.684F, -4.493F, -3.862F, 2}, {4.102F, -5.102F, -0.52F, 1},   {2.804F, -3.31F, 0.464F, 0},
    {1.568F, -3.978F, 1.036F, 1},   {1.663F, -4.804F, 1.944F, 7},   {0.396F, -3.587F, 0.547F, 4},
    {-0.852F, -4.131F, 1.066F, 0},  {-1.041F, -5.562F, 0.594F, 1},  {-2.067F, -3.292F, 0.66F, 0},
    {-3.351F, -3.818F, 1.273F, 1},  {-3.318F, -4.476F, 2.304F, 7},  {-4.48F, -3.593F, 0.591F, 4},
    {-0.994F, -6.494F, 1.543F, 4},  {-1.201F, -7.917F, 1.26F, 0},   {-2.618F, -8.364F, 1.634F, 1},
    {-0.151F, -8.764F, 2.002F, 0},  {1.298F, -8.645F, 1.494F, 0},   {2.251F, -9.426F, 2.407F, 0},
    {1.453F, -9.107F, 0.039F, 0},   {-3.488F, -7.417F, 1.988F, 4},  {-4.848F, -7.736F, 2.403F, 0},
    {-5.67F, -8.537F, 1.4F, 1},     {-6.166F, -9.01F, -0.971F, 0},  {-5.193F, -9.943F, -1.718F, 1},
    {-6.78F, -8.012F, -1.983F, 0},  {-8.062F, -7.325F, -1.479F, 1},
}};

/// Three angles and three shifts, and the energy.
struct Pose {
  std::array<float, 6> place;
  double energy;
};
inline constexpr std::array<Pose, 4> poses{{
    {{{0.0F, 0.698132F, 0.872665F, -6.0F, -3.0F, 7.0F}}, -10.335612},
    {{{-1.745329F, 1.570796F, -0.698132F, -6.0F, -2.0F, 7.0F}}, 3.758606},
    {{{0.698132F, 0.698132F, -0.523599F, -6.0F, -2.0F, 7.0F}}, 4.805975},
    {{{0.174533F, -0.523599F, -1.919862F, -6.0F, -3.0F, 5.0F}}, -3.027753},
}};

}  // namespace bude::published
