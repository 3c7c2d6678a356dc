#include "reductions_check_terms.hpp"

template <typename T>
Section::Data<T> Section::make(const Class& cls) {
  return made<T>(cls, sections, term<T>, first_term<T>);
}

template <typename T>
league::Checks Section::check(const Class& cls, const Data<T>& data) {
  return exactly(data, [&](int number, int rest) {
    return sum_of_terms<T>(number, std::size_t(rest), sections, std::size_t(cls.n));
  });
}

int main(int argc, char** argv) { return league::drive<Section>(argc, argv); }
