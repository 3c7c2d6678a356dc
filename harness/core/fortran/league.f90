! What a variant in Fortran needs of the harness: the kinds of C, and the two marks around its
! compute phase.
module league
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine watch_start(watch) bind(C, name="league_watch_start")
      import :: c_ptr
      type(c_ptr), value :: watch
    end subroutine watch_start
    subroutine watch_stop(watch) bind(C, name="league_watch_stop")
      import :: c_ptr
      type(c_ptr), value :: watch
    end subroutine watch_stop
  end interface
end module league
