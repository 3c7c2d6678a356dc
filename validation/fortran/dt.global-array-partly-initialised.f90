! dt.global-array-partly-initialised
! Mutant: numbers = numbers + 10 => numbers = numbers + 11
! Mutant: /1, 2, 3, 4/ => /1, 2, 3, 5/

module globals
  integer :: numbers(16)
  data numbers(1:4) /1, 2, 3, 4/, numbers(5:16) /12 * 0/
  !$omp declare target to(numbers)
end module

program claim
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: first(16), second(16), i
  logical :: on_host = .true.

  !$omp target map(from : first, second, on_host)
    on_host = omp_is_initial_device()
    first = numbers
    numbers = numbers + 10
    second = numbers
  !$omp end target
  call ran(on_host)
  call equal("element", first, [1, 2, 3, 4, (0, i = 5, 16)])
  call equal("after the store", second, first + 10)
  call verdict()
end program
