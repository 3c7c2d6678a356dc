! target.firstprivate.scalar
! Mutant: firstprivate(number, ratio, letter) => map(tofrom : number, ratio, letter)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: number, number_seen
  real(real64) :: ratio, real_seen
  character :: letter, letter_seen
  logical :: on_host = .true.

  call needs_separate_memory()
  number = -1
  ratio = -1
  letter = "x"
  !$omp target enter data map(to : number, ratio, letter)
  number = 17
  ratio = 0.125_real64
  letter = "q"
  !$omp target firstprivate(number, ratio, letter) &
  !$omp   map(from : number_seen, real_seen, letter_seen, on_host)
    number_seen = number
    real_seen = ratio
    letter_seen = letter
    number = 0
    ratio = 0
    letter = "0"
    on_host = omp_is_initial_device()
  !$omp end target
  !$omp target exit data map(release : number, ratio, letter)
  call ran(on_host)
  call equal("integer seen", number_seen, 17)
  call equal("real seen", real_seen, 0.125_real64)
  call holds("character seen", letter_seen == "q")
  call equal("original integer", number, 17)
  call equal("original real", ratio, 0.125_real64)
  call holds("original character", letter == "q")
  call verdict()
end program
