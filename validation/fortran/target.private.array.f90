! target.private.array

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: scratch(64), out(64), i
  logical :: on_host = .true.
  type(counted) :: before

  scratch = [(-i, i = 1, 64)]
  out = -1
  before = count_now()
  !$omp target private(scratch) map(from : out, on_host)
    do i = 1, 64
      scratch(i) = i * i + 1
    end do
    do i = 1, 64
      out(i) = scratch(65 - i)
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 0, 65 * 4)
  call ran(on_host)
  call equal("element of the private array", out, [((65 - i)**2 + 1, i = 1, 64)])
  call equal("element of the original", scratch, [(-i, i = 1, 64)])
  call verdict()
end program
