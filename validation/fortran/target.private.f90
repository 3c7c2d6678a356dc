! target.private
! Mutant: private(number, real_value) => map(tofrom : number, real_value)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: number, number_seen
  real(real64) :: real_value, real_seen
  logical :: on_host = .true.

  number = 5
  real_value = 0.5_real64
  !$omp target private(number, real_value) map(from : number_seen, real_seen, on_host)
    number = 9
    real_value = 2.25_real64
    number_seen = number + 1
    real_seen = real_value + 1
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("integer in the region", number_seen, 10)
  call equal("real in the region", real_seen, 3.25_real64)
  call equal("original integer", number, 5)
  call equal("original real", real_value, 0.5_real64)
  call verdict()
end program
