! dt.persist-across-regions
! Mutant: !$omp declare target(total) =>

module globals
  integer :: total = 0
  !$omp declare target(total)
end module

program claim
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: seen, i
  logical :: on_host = .true.

  call needs_separate_memory()
  total = 1000
  do i = 1, 5
    !$omp target map(from : seen, on_host) firstprivate(i)
      on_host = omp_is_initial_device()
      total = total + i
      seen = total
    !$omp end target
    call ran(on_host)
    call equal("total on the device", seen, i * (i + 1) / 2)
    call equal("total on the host", total, 1000)
  end do
  call verdict()
end program
