! target.implicit.struct-tofrom
! Mutant: omp target map => omp target firstprivate(one) map
! Mutant: omp target map => omp target map(to : one) map
! Mutant: omp target map => omp target map(from : one) map

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: particle
    integer :: id
    real(real64) :: position(3), mass
  end type
  type(particle) :: one
  logical :: on_host = .true.

  one = particle(12, real([1, 2, 3], real64), 0.5_real64)
  !$omp target map(from : on_host)
    one%position = one%position + 0.25_real64
    one%mass = one%mass * 3
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("member left alone", one%id, 12)
  call equal("member array", one%position, [1.25_real64, 2.25_real64, 3.25_real64])
  call equal("member", one%mass, 1.5_real64)
  call verdict()
end program
