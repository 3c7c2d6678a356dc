! target.recursion-depth
! Mutant: descend(1, most) => descend(2, most)
! Mutant: total = depth + below => total = below

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, volatile :: depth
  integer :: most, total
  logical :: on_host = .true.

  depth = 200
  most = depth
  !$omp target map(from : total, on_host)
    total = descend(1, most)
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("sum over all calls", total, most * (most + 1) / 2)
  call verdict()

contains

  recursive function descend(depth, most) result(total)
    !$omp declare target
    integer, value :: depth, most
    integer :: total, below
    below = 0
    if (depth < most) below = descend(depth + 1, most)
    total = depth + below
  end function
end program
