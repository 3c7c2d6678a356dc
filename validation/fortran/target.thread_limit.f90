! target.thread_limit
! Mutant: thread_limit(3) =>

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: threads, limit
  logical :: on_host = .true.

  threads = 0
  !$omp target thread_limit(3) map(tofrom : threads) map(from : on_host, limit)
    on_host = omp_is_initial_device()
    limit = omp_get_thread_limit()
    !$omp parallel num_threads(8)
      !$omp atomic update
      threads = threads + 1
    !$omp end parallel
  !$omp end target
  call ran(on_host)
  call holds("threads", threads >= 1 .and. threads <= 3)
  call holds("thread limit", limit >= 1 .and. limit <= 3)
  call verdict()
end program
