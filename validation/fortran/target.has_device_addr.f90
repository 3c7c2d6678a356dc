! target.has_device_addr
! Mutant: target has_device_addr(x) => target firstprivate(x)
! Mutant: data map(tofrom : x) => data map(to : x)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(8), i
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [(i, i = 1, 8)]
  !$omp target data map(tofrom : x) use_device_addr(x)
    !$omp target has_device_addr(x) map(from : on_host)
      do i = 1, 8
        x(i) = x(i) + 100
      end do
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call equal("x", x, [(i + 100, i = 1, 8)])
  call verdict()
end program
