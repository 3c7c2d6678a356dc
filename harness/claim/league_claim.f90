! League's claims for programs in Fortran: what claim.h offers, as a module.
!
! The rules are those of claim.hpp: tell where every region under test ran, observe, and end with
! `call verdict()`.
module league_claim
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
  implicit none
  private
  public :: begin, ran, needs, needs_separate_memory, lacks_separate_memory
  public :: int8, int16, int32, int64, real32, real64
  public :: holds, equal, near, counted, count_now, moved, is_present
  public :: verdict, end_claim, must_end_here

  ! What the offload runtime launched and copied so far.
  type, bind(C) :: counted
    logical(c_bool) :: known
    integer(c_long) :: launches, to_device, from_device
  end type

  interface
    subroutine c_begin(id) bind(C, name="league_begin")
      import :: c_char
      character(kind=c_char), intent(in) :: id(*)
    end subroutine
    subroutine c_ran(on_host) bind(C, name="league_ran")
      import :: c_int
      integer(c_int), value :: on_host
    end subroutine
    subroutine c_needs(met, what) bind(C, name="league_needs")
      import :: c_char, c_bool
      logical(c_bool), value :: met
      character(kind=c_char), intent(in) :: what(*)
    end subroutine
    subroutine needs_separate_memory() bind(C, name="league_needs_separate_memory")
    end subroutine
    function c_lacks() bind(C, name="league_lacks_separate_memory") result(lacks)
      import :: c_bool
      logical(c_bool) :: lacks
    end function
    subroutine c_holds(what, is_so) bind(C, name="league_holds")
      import :: c_char, c_bool
      character(kind=c_char), intent(in) :: what(*)
      logical(c_bool), value :: is_so
    end subroutine
    subroutine c_integer(what, observed, expected) bind(C, name="league_equal_integer")
      import :: c_char, c_long_long
      character(kind=c_char), intent(in) :: what(*)
      integer(c_long_long), value :: observed, expected
    end subroutine
    subroutine c_real(what, observed, expected) bind(C, name="league_equal_real")
      import :: c_char, c_double
      character(kind=c_char), intent(in) :: what(*)
      real(c_double), value :: observed, expected
    end subroutine
    subroutine c_near(what, observed, expected, tolerance) bind(C, name="league_near")
      import :: c_char, c_double
      character(kind=c_char), intent(in) :: what(*)
      real(c_double), value :: observed, expected, tolerance
    end subroutine
    ! Through pointers: not every Fortran compiler passes structures by value.
    subroutine c_counted(now) bind(C, name="league_count_now")
      import :: counted
      type(counted), intent(out) :: now
    end subroutine
    subroutine c_moved(before, to_device, from_device) bind(C, name="league_moved_since")
      import :: counted, c_long
      type(counted), intent(in) :: before
      integer(c_long), value :: to_device, from_device
    end subroutine
    subroutine must_end_here() bind(C, name="league_must_end_here")
    end subroutine
    function c_verdict() bind(C, name="league_verdict") result(code)
      import :: c_int
      integer(c_int) :: code
    end function
    subroutine c_exit(code) bind(C, name="exit")
      import :: c_int
      integer(c_int), value :: code
    end subroutine
  end interface

  ! A region under test tells where it ran.
  interface ran
    procedure ran_logical, ran_integer
  end interface
  interface equal
    procedure equal_int8, equal_int16, equal_int32, equal_int64, equal_real32, equal_real64
    procedure equal_logical
  end interface

contains

  subroutine begin(id)
    character(*), intent(in) :: id
    call c_begin(id // c_null_char)
  end subroutine

  impure elemental subroutine ran_logical(on_host)
    logical, intent(in) :: on_host
    call c_ran(merge(1_c_int, 0_c_int, on_host))
  end subroutine
  impure elemental subroutine ran_integer(on_host)
    integer, intent(in) :: on_host
    call c_ran(int(on_host, c_int))
  end subroutine

  subroutine needs(met, what)
    logical, intent(in) :: met
    character(*), intent(in) :: what
    call c_needs(logical(met, c_bool), what // c_null_char)
  end subroutine

  logical function lacks_separate_memory()
    lacks_separate_memory = c_lacks()
  end function

  subroutine holds(what, is_so)
    character(*), intent(in) :: what
    logical, intent(in) :: is_so
    call c_holds(what // c_null_char, logical(is_so, c_bool))
  end subroutine

  impure elemental subroutine equal_int8(what, observed, expected)
    character(*), intent(in) :: what
    integer(int8), intent(in) :: observed, expected
    call equal_int64(what, int(observed, int64), int(expected, int64))
  end subroutine
  impure elemental subroutine equal_int16(what, observed, expected)
    character(*), intent(in) :: what
    integer(int16), intent(in) :: observed, expected
    call equal_int64(what, int(observed, int64), int(expected, int64))
  end subroutine
  impure elemental subroutine equal_int32(what, observed, expected)
    character(*), intent(in) :: what
    integer(int32), intent(in) :: observed, expected
    call equal_int64(what, int(observed, int64), int(expected, int64))
  end subroutine
  impure elemental subroutine equal_int64(what, observed, expected)
    character(*), intent(in) :: what
    integer(int64), intent(in) :: observed, expected
    call c_integer(what // c_null_char, observed, expected)
  end subroutine
  impure elemental subroutine equal_real32(what, observed, expected)
    character(*), intent(in) :: what
    real(real32), intent(in) :: observed, expected
    call c_real(what // c_null_char, real(observed, c_double), real(expected, c_double))
  end subroutine
  impure elemental subroutine equal_real64(what, observed, expected)
    character(*), intent(in) :: what
    real(real64), intent(in) :: observed, expected
    call c_real(what // c_null_char, observed, expected)
  end subroutine
  impure elemental subroutine equal_logical(what, observed, expected)
    character(*), intent(in) :: what
    logical, intent(in) :: observed, expected
    call equal_int64(what, merge(1_int64, 0_int64, observed), merge(1_int64, 0_int64, expected))
  end subroutine

  subroutine near(what, observed, expected, tolerance)
    character(*), intent(in) :: what
    real(real64), intent(in) :: observed, expected, tolerance
    call c_near(what // c_null_char, observed, expected, tolerance)
  end subroutine

  type(counted) function count_now()
    call c_counted(count_now)
  end function

  ! Bytes copied since `before`; nothing is observed where nobody counts.
  subroutine moved(before, to_device, from_device)
    type(counted), intent(in) :: before
    integer, intent(in) :: to_device, from_device
    call c_moved(before, int(to_device, c_long), int(from_device, c_long))
  end subroutine

  ! Whether what lies at an address is mapped on the default device.
  logical function is_present(address)
    use omp_lib, only: omp_get_default_device, omp_target_is_present
    type(c_ptr), intent(in) :: address
    is_present = omp_target_is_present(address, omp_get_default_device()) /= 0
  end function

  ! Writes the record of one claim of several.
  subroutine end_claim()
    integer(c_int) :: code
    code = c_verdict()
  end subroutine

  ! Writes the record and ends the program.
  subroutine verdict()
    call c_exit(c_verdict())
  end subroutine

end module
