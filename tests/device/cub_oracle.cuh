// SPDX-License-Identifier: Apache-2.0
// CUB as a second oracle: both libraries reduce the same items in GPU memory, where the result does not
// depend on grouping.
#pragma once

#include "tree.cuh"

namespace gpu {

/// Item i: one of few values, so that many are equal.
template <class T>
struct make_small {
    IMPULSE_SHARED T operator()(index_t i) const {
        return static_cast<T>(static_cast<int>(support::scatter(static_cast<std::uint64_t>(i)) % 200) - 100);
    }
};

inline std::vector<index_t> some_sizes(int exponent) {
    std::vector<index_t> all;
    for (const index_t n : {1, 2, 33, 255, 1000, 4097, 65'535, 1'000'003, 33'554'433})
        if (n < index_t{1} << exponent) all.push_back(n);
    all.push_back(index_t{1} << exponent);
    return all;
}

/// Both sides of a comparison: a stream, scratch memory for CUB, and memory for each result.
class oracle {
  public:
    /// Compares CUB's call(temporary, bytes, out, stream) with ours(stream, out). A failure prints `what` and
    /// n.
    template <class Result, class Theirs, class Ours>
    void compare(const std::string& what, index_t n, const Theirs& theirs, const Ours& ours) {
        static_assert(sizeof(Result) <= result_bytes);
        auto* const expected = reinterpret_cast<Result*>(results_.at(0));
        auto* const result = reinterpret_cast<Result*>(results_.at(result_bytes));
        std::size_t bytes = 0;
        must(theirs(nullptr, bytes, expected, stream_));
        REQUIRE(bytes <= temporary_.bytes());
        must(theirs(temporary_.at(0), bytes, expected, stream_));
        ours(stream_, result);
        check_equal(what, n, fetch(result, stream_) == fetch(expected, stream_));
    }

  private:
    static constexpr std::size_t result_bytes = 256;

    stream stream_;
    memory temporary_{std::size_t{64} << 20};
    memory results_{2 * result_bytes};
};

}  // namespace gpu
