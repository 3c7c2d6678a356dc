! f.atomic-blocks
! OpenMP 6.0, section 6.3.3: the statements of an atomic construct may stand in a block construct.
! Observed: tickets that 8 threads draw, each number once; the value behind the last one.
! Mutant: next = next + 1 => next = next + 2

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 4000
  integer :: i, next, ticket, drawn(n)
  logical :: on_host = .true.

  next = 1
  drawn = 0
  !$omp target map(tofrom : next, drawn) map(from : on_host)
    on_host = omp_is_initial_device()
    !$omp parallel do num_threads(8) private(ticket)
    do i = 1, n
      !$omp atomic capture
      block
        ticket = next
        next = next + 1
      end block
      if (ticket >= 1 .and. ticket <= n) then
        !$omp atomic
        drawn(ticket) = drawn(ticket) + 1
      end if
    end do
  !$omp end target
  call ran(on_host)
  call equal("how often each number was drawn", drawn, spread(1, 1, n))
  call equal("the number after the last", next, n + 1)
  call verdict()
end program
