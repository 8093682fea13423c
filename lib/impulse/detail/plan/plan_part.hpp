// SPDX-License-Identifier: Apache-2.0
/// \file
/// `plan_part`: a part of a plan that may be absent.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(plan.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// A part of a plan that may be absent; absent, it has the values of one that was just made. (Each
/// std::optional costs every file 4 ms in each of the three compilers that read it.)
template <class Part>
struct plan_part {
    Part part{};
    bool is_there = false;

    constexpr plan_part() = default;
    constexpr plan_part(const Part& given) : part(given), is_there(true) {}
    constexpr explicit operator bool() const { return is_there; }
    constexpr const Part& operator*() const { return part; }
    constexpr const Part* operator->() const { return &part; }
    friend constexpr bool operator==(const plan_part&, const plan_part&) = default;
};

/// A part of a plan, or null where an optional part is absent.
template <class Part>
constexpr const Part* part_of(const Part& always) {
    return &always;
}
template <class Part>
constexpr const Part* part_of(const plan_part<Part>& part) {
    return part ? &*part : nullptr;
}

}  // namespace impulse::detail
