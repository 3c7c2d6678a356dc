# What CTest says of this project to a CDash.  There is none of the project's own: name yours with
# -DCTEST_SUBMIT_URL=https://cdash.example.org/submit.php?project=League when configuring.
set(CTEST_PROJECT_NAME League)
set(CTEST_NIGHTLY_START_TIME "02:00:00 UTC")
