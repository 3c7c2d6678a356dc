! map.delete.forces-zero

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(4)
  integer :: time
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  do time = 1, 3
    !$omp target enter data map(to : x)
  end do
  !$omp target map(tofrom : x) map(from : on_host)
    x = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call holds("present before", is_present(c_loc(x)))
  !$omp target exit data map(delete : x)
  call holds("absent after", .not. is_present(c_loc(x)))
  call equal("x on the host", x, [1, 2, 3, 4])
  call verdict()
end program
