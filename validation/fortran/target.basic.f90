! target.basic
! Mutant: map(to : in) => map(alloc : in)
! Mutant: map(from : out, on_host) => map(from : on_host) map(to : out)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: in(4), out(4), i
  logical :: on_host = .true.

  in = [3, 5, 7, 11]
  out = -1
  !$omp target map(to : in) map(from : out, on_host)
    out(1) = in(1)
    do i = 2, 4
      out(i) = out(i - 1) + in(i)
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("sum made by the region", out, [3, 8, 15, 26])
  call verdict()
end program
