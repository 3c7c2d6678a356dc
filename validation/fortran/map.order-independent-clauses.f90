! map.order-independent-clauses

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a, b, c, d
  logical :: on_host

  call needs_separate_memory()
  a = 1
  b = 2
  c = -1
  d = 4
  !$omp target map(to : a) map(tofrom : b) map(from : c) map(alloc : d) map(from : on_host)
    d = 10
    c = a + 2
    b = b + d
    a = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call check(a, b, c, d, on_host)
  b = 2
  c = -1
  on_host = .true.
  !$omp target map(alloc : d) map(tofrom : b) map(from : on_host) map(from : c) map(to : a)
    d = 10
    c = a + 2
    b = b + d
    a = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call check(a, b, c, d, on_host)
  call verdict()

contains

  subroutine check(a, b, c, d, on_host)
    integer, intent(in) :: a, b, c, d
    logical, intent(in) :: on_host
    call ran(on_host)
    call equal("a, to", a, 1)
    call equal("b, tofrom", b, 12)
    call equal("c, from", c, 3)
    call equal("d, alloc", d, 4)
  end subroutine
end program
