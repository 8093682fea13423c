// SPDX-License-Identifier: Apache-2.0
// A row of the suite on a GPU: several sides do the same work on the same items, in turns.
#pragma once

#include <report.hpp>
#include <timing.cuh>

namespace perf {

/// One way to do the work of a row.
class side {
  public:
    virtual ~side() = default;
    /// Makes one call on the items at `input`. For GPU times it only enqueues; for end-to-end times it also
    /// waits for the value.
    virtual void call(const void* input, cudaStream_t stream) = 0;
    /// Where the last call wrote its value: memory of the GPU or of the host.
    virtual const void* result() const = 0;
};

struct entrant {
    std::string name;
    std::unique_ptr<side> runs;
    double floor = 0;             ///< the minimum of its time divided by Impulse's; 0 means no minimum
    bool has_same_result = true;  ///< false for a side that is there for its time only
};

/// A list of sides, Impulse first. (An initializer list would copy them.)
template <class... Entrants>
std::vector<entrant> sides_of(Entrants... each) {
    std::vector<entrant> all;
    (all.push_back(std::move(each)), ...);
    return all;
}

enum class timing { gpu, end_to_end };

/// Makes all sides, Impulse first. They own scratch memory, so the row makes them when it runs.
using entrants = std::vector<entrant> (*)(std::int64_t n);

struct comparison {
    std::string row;
    timing by;
    std::int64_t n;
    std::size_t bytes;  ///< of the input of one call
    filler fill_pool;
    entrants make;
    std::size_t result_bytes;
    bool (*same)(const void*, const void*);
    std::size_t misaligned = 0;  ///< the offset of the input from an aligned address, in bytes

    finding measure() const;
};

/// The inputs of successive calls: no two overlap until the pool is used up.
class inputs {
  public:
    inputs(const comparison& of, lab& on)
        : first_(on.items(of.fill_pool) + of.misaligned),
          step_((std::max)((of.bytes + 511) / 512 * 512, std::size_t{16 * 1024})),
          count_(on.pool_bytes() / step_) {
        if (count_ == 0) throw std::runtime_error("the GPU has not enough memory for this row");
    }
    const void* at(std::size_t call) const { return first_ + call % count_ * step_; }
    std::size_t count() const { return count_; }

  private:
    const char* first_;
    std::size_t step_;
    std::size_t count_;
};

/// Makes many calls of a side, one after another.
inline std::unique_ptr<graph> graph_of(side& which, const inputs& from, std::size_t calls,
                                       cudaStream_t stream) {
    return std::make_unique<graph>(stream, [&] {
        for (std::size_t i = 0; i < calls; ++i) which.call(from.at(i), stream);
    });
}

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

/// A row for each power of two.
template <class T, class Result = T>
void add_powers(std::vector<comparison>& rows, const char* row, std::initializer_list<int> powers,
                entrants make) {
    for (const int k : powers)
        rows.push_back(compare<T, Result>(row, timing::gpu, std::int64_t{1} << k, make));
}

}  // namespace perf
