// What the runtime says of itself where it displays its environment.
#pragma once

#include <omp.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

// The display, which goes to the process's streams.
inline std::string displayed() {
  std::FILE* const file = std::tmpfile();
  if (file == nullptr) return "";
  int kept[3] = {};
  for (int stream = 1; stream < 3; ++stream) {
    kept[stream] = dup(stream);
    dup2(fileno(file), stream);
  }
  omp_display_env(0);
  std::fflush(stdout);
  for (int stream = 1; stream < 3; ++stream) {
    dup2(kept[stream], stream);
    close(kept[stream]);
  }
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

// The version that the runtime announces, as the date of its specification; 0 if it shows none.
inline long announced(const std::string& display) {
  const auto place = display.find("_OPENMP");
  const auto digit =
      place == std::string::npos ? place : display.find_first_of("0123456789", place);
  return digit == std::string::npos ? 0 : std::strtol(display.c_str() + digit, nullptr, 10);
}
