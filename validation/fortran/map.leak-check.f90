! map.leak-check

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(16)
  integer :: y(16), round, i, left, right
  logical :: on_host

  call needs_separate_memory()
  left = 0
  right = 0
  do round = 1, 50
    on_host = .true.
    x = round
    !$omp target enter data map(to : x)
    !$omp target data map(from : y)
      !$omp target map(to : x) map(from : y) map(from : on_host)
        do i = 1, 16
          y(i) = x(i) + i
        end do
        on_host = omp_is_initial_device()
      !$omp end target
    !$omp end target data
    !$omp target exit data map(release : x)
    call ran(on_host)
    if (is_present(c_loc(x))) left = left + 1
    do i = 1, 16
      if (y(i) == round + i) right = right + 1
    end do
  end do
  call equal("items left", left, 0)
  call equal("right values", right, 50 * 16)
  call verdict()
end program
