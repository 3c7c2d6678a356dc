// What iterators cost: as target-device-ptr, where the loops go over iterators made from indices.

#include "lambda-forall.hpp"

namespace {

/// A place in a range of numbers, as libraries make two of the bounds of a loop.
class NumberIterator {
 public:
  explicit NumberIterator(int number) : number_(number) {}
  int operator*() const { return number_; }
  NumberIterator& operator++() { return *this += 1; }
  NumberIterator& operator+=(int distance) {
    number_ += distance;
    return *this;
  }
  friend NumberIterator operator+(NumberIterator place, int distance) { return place += distance; }
  friend int operator-(NumberIterator a, NumberIterator b) { return a.number_ - b.number_; }
  friend bool operator<(NumberIterator a, NumberIterator b) { return a.number_ < b.number_; }

 private:
  int number_;
};

/// body(*place) for every place in [begin, end).
template <typename Body>
void forall(NumberIterator begin, NumberIterator end, Body body) {
  #pragma omp target teams distribute parallel for
  for (NumberIterator place = begin; place < end; ++place) body(*place);
}

/// The sum of body(*place) over every place in [begin, end).
template <typename Sum, typename Body>
Sum forall_sum(NumberIterator begin, NumberIterator end, Body body) {
  Sum sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
  for (NumberIterator place = begin; place < end; ++place) sum += body(*place);
  return sum;
}

}  // namespace

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  Real* sums = y + n;
  const NumberIterator begin(0);
  const NumberIterator end(n);

  #pragma omp target data map(to : x[0 : n]) map(tofrom : y[0 : n])
  {
    #pragma omp target data use_device_ptr(x, y)
    {
      watch.start();
      for (int step = 0; step < cls.steps; ++step) {
        forall(begin, end, [=](int i) { y[i] += a * x[i]; });
        watch.lap("update");

        sums[step] = Real(forall_sum<double>(begin, end, [=](int i) { return y[i]; }));
        watch.lap("sum");
      }
      watch.stop();
    }
  }
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
