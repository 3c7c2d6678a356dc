! update.same-item-to-and-from-rejected

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x

  x = 0
  !$omp target update to(x) from(x)
  call verdict()
end program
