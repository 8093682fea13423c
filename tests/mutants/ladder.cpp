// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the emulated tests check of the ladder, in small.
#include "check.hpp"

#include <ladder.hpp>

#include <exception>

int main() try {
    for (const auto& on : support::emulated_gpus()) {
        for (const ladder::family& family : support::emulated_rungs())
            for (const ladder::rung& rung : family.rungs)
                for (const int n : {37, 5000}) check(support::check_rung(rung, *on, n).empty(), rung.name);
    }
} catch (const std::exception& error) {
    check(false, error.what());
}
