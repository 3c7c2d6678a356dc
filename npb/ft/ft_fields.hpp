// The arrays of a run on the host, from which the OpenMP variants map theirs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ft.hpp"
#include "ft_body.hpp"

namespace ft {

/// Everything a run keeps.  Nothing is initialised: that is what is timed.
struct State {
  /// Rows and planes are longer by `pad` elements than they need to be.
  State(const Ft::Class& cls, std::size_t pad)
      : box{cls.nx, cls.ny, cls.nz, cls.niter},
        row(cls.nx + pad),
        plane(cls.ny * row + pad),
        points(cls.nz * plane),
        entries(box.entries()),
        jump(entries),
        root_re(entries),
        root_im(entries),
        damping(entries * cls.niter),
        mode_re(points),
        mode_im(points),
        re(points),
        im(points) {}

  Box box;
  std::size_t row;                          ///< from y to y + 1 in memory
  std::size_t plane;                        ///< from z to z + 1
  std::size_t points;                       ///< padding included
  std::size_t entries;                      ///< of a table: those for x, then for y, then for z
  league::vector<std::uint64_t> jump;       ///< powers of the generator's multiplier
  league::vector<double> root_re, root_im;  ///< roots of unity
  league::vector<double> damping;           ///< of the frequency at a position, step after step
  league::vector<double> mode_re, mode_im;  ///< the initial field, then its transform
  league::vector<double> re, im;            ///< the field at a time
};

}  // namespace ft
