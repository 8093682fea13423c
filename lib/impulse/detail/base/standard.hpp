// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of <algorithm>, <cmath>, <functional>, <iterator>, <memory> and <ranges> that the library uses:
/// min and max, the square root, functors, concepts of iterators and ranges, `to_address`. The library does
/// not include these six headers, because they take longer to compile than the library itself, and nvcc reads
/// them three times.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(operators.hpp)

#include <vector>  // in libstdc++ it must come before its parts

#if __has_include(<bits/ranges_base.h>)  // libstdc++
#include <bits/ptr_traits.h>
#include <bits/ranges_base.h>
#include <bits/refwrap.h>
#include <bits/stl_algobase.h>
#include <bits/stl_function.h>
#include <bits/stl_iterator.h>
#else
#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#endif

namespace impulse::inline IMPULSE_ABI::detail {

// Also in <algorithm>, but without a header of its own.

template <class Type, class... Others>
constexpr Type greatest(Type first, Others... others) {
    ((first = first < others ? others : first), ...);
    return first;
}

template <class Type, class... Others>
constexpr Type least(Type first, Others... others) {
    ((first = others < first ? others : first), ...);
    return first;
}

#if IMPULSE_HAS_CUDA  // whose headers include <cmath>
[[gnu::always_inline]] IMPULSE_SHARED inline double square_root(double x) { return ::sqrt(x); }
[[gnu::always_inline]] IMPULSE_SHARED inline float square_root(float x) { return ::sqrtf(x); }
#else
[[gnu::always_inline]] inline double square_root(double x) { return __builtin_sqrt(x); }
[[gnu::always_inline]] inline float square_root(float x) { return __builtin_sqrtf(x); }
#endif

}  // namespace impulse::detail
