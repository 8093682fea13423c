// SPDX-License-Identifier: Apache-2.0
/// \file
/// `computed_iterator`: an iterator whose items a function computes from their index.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(layouts.hpp)

namespace impulse::inline IMPULSE_ABI::detail {

/// Item i is `make(i)`, a `Value` or a reference to one.
template <class Value, class Function>
struct computed_iterator {
    using value_type = Value;
    using difference_type = index_t;

    Function make;
    index_t at = 0;

    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) operator[](index_t i) const { return make(at + i); }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED decltype(auto) operator*() const { return make(at); }
    IMPULSE_NO_EXEC_CHECK
    IMPULSE_SHARED friend computed_iterator operator+(computed_iterator a, index_t n) {
        a.at += n;
        return a;
    }
    IMPULSE_SHARED friend index_t operator-(const computed_iterator& a, const computed_iterator& b) {
        return a.at - b.at;
    }
    /// Never run: see detail/source/source.hpp.
    IMPULSE_DEVICE void check_device_callable() const requires requires(const Function& f) {
        f.check_device_callable();
    }
    { make.check_device_callable(); }
};

}  // namespace impulse::detail
