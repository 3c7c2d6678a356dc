! target.implicit.scalar-firstprivate

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: number
  integer(int64) :: wide
  real(real64) :: real_value
  logical :: flag, seen, on_host
  complex :: z

  number = 3
  wide = 2_int64**40
  real_value = 0.75_real64
  flag = .true.
  z = (1.0, -2.0)
  !$omp target map(from : seen, on_host)
    seen = number == 3 .and. wide == 2_int64**40 .and. real_value == 0.75_real64 .and. flag &
      .and. z == (1.0, -2.0)
    number = 30
    wide = 0
    real_value = -1
    flag = .false.
    z = 0
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call holds("the region saw all values", seen)
  call equal("integer", number, 3)
  call equal("wide integer", wide, 2_int64**40)
  call equal("real", real_value, 0.75_real64)
  call holds("logical value", flag)
  call equal("real part", real(z), 1.0)
  call equal("imaginary part", aimag(z), -2.0)
  call verdict()
end program
