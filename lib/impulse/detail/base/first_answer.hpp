// SPDX-License-Identifier: Apache-2.0
/// \file
/// `first_answer`: the first caller's answer, which all later callers get.
#pragma once

#include <impulse/config.hpp>
#include IMPULSE_PART_OF(device.cuh)

namespace impulse::inline IMPULSE_ABI::detail {

/// Several threads may ask at once; the object must not move meanwhile.
class first_answer {
  public:
    /// Returns the answer of the first caller; `own` if this call is the first.
    bool ask(bool own) {
        int given = none;
        // fault: first-answer-stays
        if (__atomic_compare_exchange_n(&given_, &given, own ? yes : no, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return own;
        return given == yes;
    }

  private:
    static constexpr int none = 0, no = 1, yes = 2;
    int given_ = none;
};

}  // namespace impulse::detail
