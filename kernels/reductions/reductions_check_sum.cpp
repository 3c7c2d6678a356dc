#include "reductions_check_terms.hpp"

template <typename T>
Sum::Data<T> Sum::make(const Class& cls) {
  return made<T>(cls, std::is_same_v<T, Complex> ? 2 : 1, term<T>, first_term<T>);
}

template <typename T>
league::Checks Sum::check(const Class& cls, const Data<T>& data) {
  return exactly(data, [&](int number, int part) {
    return sum_of_terms<T>(number + part, 0, 1, std::size_t(cls.n));
  });
}

int main(int argc, char** argv) { return league::drive<Sum>(argc, argv); }
