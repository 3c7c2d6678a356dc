! target.is_device_ptr
! Mutant: p(i) = 3 * i => p(i) = 2 * i
! Mutant: map(tofrom : total) => map(to : total)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  type(c_ptr) :: storage
  integer, pointer :: p(:)
  integer :: total, i, device
  logical :: on_host = .true.

  device = omp_get_default_device()
  storage = omp_target_alloc(8 * 4_c_size_t, int(device, c_int))
  call holds("the storage was made", c_associated(storage))
  !$omp target is_device_ptr(storage) map(from : on_host)
    call c_f_pointer(storage, p, [8])
    do i = 1, 8
      p(i) = 3 * i
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  total = 0
  !$omp target is_device_ptr(storage) map(tofrom : total)
    call c_f_pointer(storage, p, [8])
    do i = 1, 8
      total = total + p(i)
    end do
  !$omp end target
  call equal("sum of what the first region stored", total, 108)
  call omp_target_free(storage, int(device, c_int))
  call verdict()
end program
