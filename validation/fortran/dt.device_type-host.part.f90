integer function defined_elsewhere(n)
  implicit none
  integer, intent(in) :: n
  defined_elsewhere = 7 * n
end function
