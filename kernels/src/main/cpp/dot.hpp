// Products of neighbouring codes and their sums: what processors have instructions of their own for. The sums are exact
// integers, so every way gives the same bits.
#pragma once
#include "lanes.hpp"

#if defined(__x86_64__)
#include "dot_x86.hpp"
#elif defined(__aarch64__)
#include "dot_arm64.hpp"
#else
#error "no kernels for this processor"
#endif
