! exit-data.to-type-rejected

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x

  x = 0
  !$omp target enter data map(to : x)
  !$omp target exit data map(to : x)
  call verdict()
end program
