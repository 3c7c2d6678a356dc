! update.absent-is-noop
! Mutant: target update to(x) from(y) => target enter data map(to : x)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x, y(2)
  integer :: z
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  x = 1
  y = [2, 3]
  z = 4
  !$omp target data map(to : z)
    before = count_now()
    !$omp target update to(x) from(y)
    call moved(before, 0, 0)
    call holds("x is absent", .not. is_present(c_loc(x)))
    z = 5
    ! The item that is present moves, whatever the absent one beside it does.
    !$omp target update to(x, z)
    z = 6
    !$omp target map(tofrom : x, y) map(to : z) map(from : on_host)
      x = x + z
      y(1) = y(1) + z
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call equal("x", x, 6)
  call equal("y", y, [7, 3])
  call verdict()
end program
