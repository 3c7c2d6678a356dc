! target.defaultmap.tofrom-scalar
! Mutant: defaultmap(tofrom : scalar) =>
! Mutant: real_value = real_value + 1 => real_value = 1

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: number
  real(real64) :: real_value
  logical :: on_host = .true.

  number = 3
  real_value = 0.5_real64
  !$omp target defaultmap(tofrom : scalar)
    number = number * 7
    real_value = real_value + 1
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("integer", number, 21)
  call equal("real", real_value, 1.5_real64)
  call verdict()
end program
