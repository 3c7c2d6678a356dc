// The directive has to stand in every source of a program that contains target regions.
#pragma omp requires unified_shared_memory
#include "target.cpp"
