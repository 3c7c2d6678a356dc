! enter-data.from-type-rejected

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x

  x = 0
  !$omp target enter data map(from : x)
  !$omp target exit data map(from : x)
  call verdict()
end program
