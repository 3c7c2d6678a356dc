// As in target-data; the study is in study_kernels.cpp.

#include "../target-data/material.cpp"
