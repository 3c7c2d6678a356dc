! f.interop-routines
! OpenMP 6.0, section 26: the routines for interoperability objects exist in Fortran; of no object
! they return nothing, and a code that says so.
! Observed: number, pointer and text of no object, and the codes.
! Where: host
! Mutant: int(omp_irc_empty) => int(omp_irc_out_of_range)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer(omp_interop_kind) :: none
  integer(omp_interop_rc_kind) :: code
  character(:), pointer :: text

  none = omp_interop_none
  code = omp_irc_other
  call equal("number of no object", int(omp_get_interop_int(none, omp_ipr_fr_id, code)), 0)
  call equal("its code", int(code), int(omp_irc_empty))
  code = omp_irc_other
  call holds("pointer of no object", &
             .not. c_associated(omp_get_interop_ptr(none, omp_ipr_device, code)))
  call equal("code of that", int(code), int(omp_irc_empty))
  code = omp_irc_other
  text => omp_get_interop_str(none, omp_ipr_vendor, code)
  call holds("text of no object", .not. associated(text))
  call equal("code of the text", int(code), int(omp_irc_empty))
  call equal("properties of no object", int(omp_get_num_interop_properties(none)), 0)
  call verdict()
end program
