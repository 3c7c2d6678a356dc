! dt.link
! Mutant: declare target link(data_) => declare target to(data_)
! Mutant: map(tofrom : data_) => map(to : data_)

module globals
  implicit none
  integer :: data_(4) = [1, 2, 3, 4]
  !$omp declare target link(data_)
contains
  integer function add_to_data(n)
    !$omp declare target
    integer, intent(in) :: n
    add_to_data = sum(data_)
    data_ = data_ + n
  end function
end module

program claim
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: total
  logical :: on_host = .true.

  call needs_separate_memory()
  data_ = [10, 20, 30, 40]
  !$omp target data map(tofrom : data_)
    data_ = -1
    !$omp target map(from : total, on_host)
      on_host = omp_is_initial_device()
      total = add_to_data(5)
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call equal("sum seen by the device function", total, 100)
  call equal("value brought back", data_, [15, 25, 35, 45])
  call verdict()
end program
