! f.polymorphic-data
! OpenMP 6.0, section 7 (unchecked): a polymorphic variable may be a list item of firstprivate; each
! private copy has the dynamic type of the original one, and its value.
! Observed: the components that only the extended type has, and the type, in each thread; the original
! one afterwards.
! Where: host
! Mutant: firstprivate(shape) => shared(shape)

module shapes
  implicit none
  type :: base
    integer :: number = 0
  end type
  type, extends(base) :: extended
    integer :: more = 0
  end type
end module

program claim
  use omp_lib
  use league_claim
  use shapes
  implicit none
  class(base), allocatable :: shape
  integer :: thread, seen(4), kinds(4)

  allocate(shape, source=extended(3, 40))
  seen = 0
  kinds = 0
  !$omp parallel num_threads(4) private(thread) firstprivate(shape)
    thread = omp_get_thread_num() + 1
    select type (shape)
    type is (extended)
      kinds(thread) = 1
      shape%more = shape%more + thread
      !$omp barrier
      seen(thread) = shape%number + shape%more
    class default
      !$omp barrier
    end select
  !$omp end parallel
  call equal("threads that see the extended type", kinds, [1, 1, 1, 1])
  call equal("components in each thread", seen, [44, 45, 46, 47])
  select type (shape)
  type is (extended)
    call equal("the original one", shape%more, 40)
  end select
  call verdict()
end program
