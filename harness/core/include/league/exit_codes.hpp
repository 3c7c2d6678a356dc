// Exit codes of executables; generated from exit_codes.json by harness/cmake/LeagueExitCodes.cmake.
#pragma once

namespace league {

enum ExitCode : int {
  /// every answer is `pass`
  exit_pass = 0,
  /// an answer is not
  exit_not_passed = 1,
  /// usage
  exit_usage = 2,
  /// a device exists, but the region ran on the host
  exit_ran_on_host = 3,
  /// the class needs more memory than there is
  exit_does_not_fit = 4,
  /// no device, which CTest shows as skipped
  exit_no_device = 77,
};

}  // namespace league
