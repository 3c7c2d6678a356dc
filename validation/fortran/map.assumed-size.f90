! map.assumed-size
! OpenMP 6.0, section 7.9.6: an assumed-size array may be a list item of a map clause; it stands for
! the storage that is mapped already, as a section of no elements does.
! Observed: values that a region stores through the dummy argument of an array mapped by the caller.
! Mutant: map(tofrom : whole) => map(to : whole)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 60
  integer :: i, whole(n)
  logical :: on_host = .true.

  call needs_separate_memory()
  whole = [(i, i = 1, n)]
  !$omp target data map(tofrom : whole)
    whole = -1
    call add(whole, n, on_host)
  !$omp end target data
  call ran(on_host)
  call equal("stored by the region", whole, [(10 + i, i = 1, n)])
  call verdict()

contains

  subroutine add(part, count, on_host)
    integer, intent(inout) :: part(*)
    integer, intent(in) :: count
    logical, intent(inout) :: on_host
    integer :: k
    !$omp target map(part) map(from : on_host)
      on_host = omp_is_initial_device()
      do k = 1, count
        part(k) = part(k) + 10
      end do
    !$omp end target
  end subroutine
end program
