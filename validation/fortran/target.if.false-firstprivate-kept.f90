! target.if.false-firstprivate-kept

program claim
  use omp_lib
  use league_claim
  implicit none
  logical, volatile :: condition
  logical :: wanted(2), where
  integer :: scalar, seen, i

  condition = .false.
  wanted = [.false., .not. condition]
  do i = 1, 2
    scalar = 11
    seen = -1
    !$omp target if (wanted(i)) map(from : seen, where)
      seen = scalar
      scalar = 99
      where = omp_is_initial_device()
    !$omp end target
    call equal("value seen by the region", seen, 11)
    call equal("original", scalar, 11)
    if (wanted(i)) then
      call ran(where)
    else
      call equal("if(false): is it the host?", where, .true.)
    end if
  end do
  call verdict()
end program
