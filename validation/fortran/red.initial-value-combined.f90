! red.initial-value-combined
! Mutant: reduction(+ : total) => reduction(max : total)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: total, product_, i
  logical :: on_host

  total = 1000000
  product_ = 7
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : total) reduction(* : product_) &
  !$omp   map(tofrom : total, product_) map(tofrom : on_host)
  do i = 0, 99
    total = total + i
    if (mod(i, 20) == 0) product_ = product_ * 3
    if (i == 0) on_host = omp_is_initial_device()
  end do
  call ran(on_host)
  call equal("sum", total, 1004950)
  call equal("product", product_, 7 * 243)
  call verdict()
end program
