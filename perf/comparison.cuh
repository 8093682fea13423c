// SPDX-License-Identifier: Apache-2.0
/// \file
/// A row of the suite on a GPU: several sides do the same work on the same items, by turns.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <lab.cuh>
#include <memory>
#include <string>
#include <table.hpp>
#include <vector>

namespace perf {

/// One way to do the work of a row.
class side {
  public:
    virtual ~side() = default;
    /// One call on the items at `input`. By the GPU's clock it only enqueues; end to end it waits for the
    /// value.
    virtual void call(const void* input, cudaStream_t stream) = 0;
    /// Where the last call left its value: memory of the GPU or of the host.
    virtual const void* result() const = 0;
};

struct entrant {
    std::string name;
    std::unique_ptr<side> runs;
    double floor = 0;             ///< see rival::floor
    bool has_same_result = true;  ///< false where it is there for its time alone
};

enum class timing { gpu, end_to_end };

/// All sides, Impulse first; made when the row runs, as they own scratch memory.
using entrants = std::vector<entrant> (*)(std::int64_t n);

struct comparison {
    std::string row;
    timing by;
    std::int64_t n;
    std::size_t bytes;  ///< of input for one call
    filler fill_pool;
    entrants make;
    std::size_t result_bytes;
    bool (*same)(const void*, const void*);
    std::size_t misaligned = 0;  ///< bytes by which the input begins after a boundary

    outcome measure() const;
};

template <class Result>
bool same_value(const void* a, const void* b) {
    return *static_cast<const Result*>(a) == *static_cast<const Result*>(b);
}

/// A row over n items of type T.
template <class T, class Result = T>
comparison compare(const char* row, timing by, std::int64_t n, entrants make) {
    return {row,
            by,
            n,
            static_cast<std::size_t>(n) * sizeof(T),
            fill<T>,
            make,
            sizeof(Result),
            same_value<Result>};
}

}  // namespace perf
