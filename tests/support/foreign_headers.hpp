// SPDX-License-Identifier: Apache-2.0
// All headers of others that the library's headers include.
//
// Tests that define macros include this file first, so that only the library's headers see the macros.
#pragma once

#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cfloat>
#include <chrono>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <istream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <ostream>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(IMPULSE_HOST_TBB)
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#endif
#if defined(__CUDACC__)
#include <cooperative_groups.h>
#include <cuda/std/__ranges/enable_borrowed_range.h>
#include <cuda_pipeline_primitives.h>
#include <cuda_runtime.h>
#include <thrust/detail/config/namespace.h>
#include <cuda/functional>
#include <cuda/std/complex>
#include <cuda/std/functional>
#if __has_include(<nccl.h>)
#include <nccl.h>
#endif
#endif
#if __has_include(<mpi.h>)
#include <mpi.h>
#endif
