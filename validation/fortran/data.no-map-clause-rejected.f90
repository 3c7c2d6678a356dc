! data.no-map-clause-rejected

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x

  x = 0
  !$omp target data if (x == 0)
    x = x + 1
  !$omp end target data
  call verdict()
end program
