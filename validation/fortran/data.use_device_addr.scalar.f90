! data.use_device_addr.scalar
! Mutant: p = p + 10 => p = p + 11
! Mutant: data map(tofrom : x) => data map(to : x)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x
  type(c_ptr) :: address
  integer, pointer :: p
  logical :: on_host = .true.

  call needs_separate_memory()
  x = 1
  address = c_null_ptr
  !$omp target data map(tofrom : x)
    x = -1000
    !$omp target data use_device_addr(x)
      address = c_loc(x)
      !$omp target firstprivate(address) map(from : on_host)
        call c_f_pointer(address, p)
        p = p + 10
        on_host = omp_is_initial_device()
      !$omp end target
    !$omp end target data
  !$omp end target data
  call ran(on_host)
  call holds("inside it is not the host's address", .not. c_associated(address, c_loc(x)))
  call equal("x", x, 11)
  call verdict()
end program
