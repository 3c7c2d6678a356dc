! f.do-concurrent-pure
! OpenMP 6.0, section 5.1: a directive with the pure property may stand in a do concurrent and in a
! pure procedure.
! Observed: values of a loop with simd in a do concurrent and of one in a pure procedure.
! Where: host
! Hint: simd changes no result; what is new is that it may stand there, which older rules forbid.
! Mutant: total + x(i) => total + 2 * x(i)

module work
  implicit none
contains
  pure integer function added(x) result(total)
    integer, intent(in) :: x(:)
    integer :: i
    total = 0
    !$omp simd reduction(+ : total)
    do i = 1, size(x)
      total = total + x(i)
    end do
  end function
end module

program claim
  use league_claim
  use work
  implicit none
  integer, parameter :: n = 40
  integer :: i, j, x(n, n), doubled(n, n), sums(n)

  x = reshape([(i, i = 1, n * n)], [n, n])
  do concurrent (j = 1 : n)
    !$omp simd
    do i = 1, n
      doubled(i, j) = 2 * x(i, j)
    end do
    sums(j) = added(x(:, j))
  end do
  call equal("in a do concurrent", reshape(doubled, [n * n]), [(2 * i, i = 1, n * n)])
  call equal("in a pure procedure", sums, [(n * n * (j - 1) + n * (n + 1) / 2, j = 1, n)])
  call verdict()
end program
