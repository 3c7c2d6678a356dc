// info.error-compilation-fatal
// OpenMP 5.1, section 8.5: an error directive at compile time with severity fatal, the default,
// ends the compilation with its message.
// Observed: the compiler rejects the program and tells the message.
// Where: build
// Expect: rejected
// Diagnostic: this program is not to be built
// Mutant: severity(fatal) => severity(warning)

int main() {
  #pragma omp error at(compilation) severity(fatal) message("this program is not to be built")
  return 0;
}
