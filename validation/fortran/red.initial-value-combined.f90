! red.initial-value-combined
! Mutant: reduction(+ : total, => reduction(max : total,

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: total, product_, i
  integer :: own, factor, begun(2)
  logical :: on_host

  total = 1000000
  product_ = 7
  own = 7
  factor = 7
  begun = 7
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : total, own) &
  !$omp   reduction(* : product_, factor) &
  !$omp   map(tofrom : total, product_) map(tofrom : on_host, begun)
  do i = 0, 99
    total = total + i
    if (mod(i, 20) == 0) product_ = product_ * 3
    if (i == 0) then
      on_host = omp_is_initial_device()
      begun = [own, factor]
    end if
  end do
  call ran(on_host)
  call equal("copies begin with", begun, [0, 1])
  call equal("sum", total, 1004950)
  call equal("product", product_, 7 * 243)
  call verdict()
end program
