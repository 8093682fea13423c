// SPDX-License-Identifier: Apache-2.0
//
// The item types and sizes of the comparisons.
#include <benchmark/benchmark.h>

#include <deque>

#include "comparison.hpp"
#include "openmp.hpp"
#include "sides.hpp"
#include "thrust.hpp"
#include "turns.hpp"

namespace perf {

namespace {

template <class Value>
std::size_t first_byte(const Value& value) {
    unsigned char byte;
    std::memcpy(&byte, &value, 1);
    return byte;
}

template <class Item>
class entrants {
  public:
    explicit entrants(std::int64_t n) : x_(make_items<Item>(n)) {}

    /// The call is a template parameter, so that the loop can inline it.
    template <class Call>
    void add(const char* name, bool in_order, Call call) {
        names_.push_back(name);
        in_order_.push_back(in_order);
        value_of<Item>& value = values_.emplace_back();
        timed_.push_back([&x = x_, &value, call](std::int64_t calls) {
            std::size_t zero = 0;
            benchmark::DoNotOptimize(zero);
            const Item* begin = x.data();
            return seconds_of([&] {
                for (std::int64_t c = 0; c < calls; ++c) {
                    value = call(items_of<Item>(begin, x.size()));
                    // The next call needs this value; otherwise a processor would overlap short calls.
                    begin = x.data() + (first_byte(value) & zero);
                    benchmark::ClobberMemory();
                }
            });
        });
    }

    std::vector<side_result> results() const {
        const value_of<Item> expected = plain_loop(items_of<Item>(x_));
        const std::vector<std::vector<double>> samples = take_turns(timed_);
        std::vector<side_result> found;
        for (std::size_t s = 0; s < samples.size(); ++s) {
            const bool right =
                in_order_[s] ? values_[s] == expected : same_but_for_order(values_[s], expected);
            found.push_back({names_[s], median(samples[s]), spread(samples[s]), right});
        }
        return found;
    }

  private:
    std::vector<Item> x_;
    std::vector<std::string> names_;
    std::vector<bool> in_order_;
    std::deque<value_of<Item>> values_;  // the clocks refer to them
    std::vector<timed_calls> timed_;
};

template <class Item>
std::vector<side_result> compare_sides(std::int64_t n) {
    entrants<Item> all(n);
    // It runs first, so that threads that still spin after the last side compete with one thread only.
    all.add("loop", true, [](items_of<Item> x) { return plain_loop(x); });
    all.add("tree", true, [](items_of<Item> x) { return by_the_tree(x); });
    all.add("reordered", false, [](items_of<Item> x) { return reordered(x); });
    all.add("par_unseq", false, [](items_of<Item> x) { return std_par_unseq(x); });
#if defined(_OPENMP)
    all.add("openmp", false, [](items_of<Item> x) { return openmp_simd(x); });
#endif
#if defined(PERF_THRUST)
    all.add("thrust::omp", false, [](items_of<Item> x) { return thrust_omp(x); });
#endif
    return all.results();
}

template <class Item>
void add(host_comparisons& all, const char* type, const std::vector<std::int64_t>& sizes) {
    constexpr std::int64_t max_bytes = std::int64_t{4} << 30;
    for (const std::int64_t n : sizes)
        if (n <= max_bytes / static_cast<std::int64_t>(sizeof(Item)))
            all.push_back(std::make_shared<host_comparison>(type, n, sizeof(Item),
                                                            [n] { return compare_sides<Item>(n); }));
}

constexpr std::int64_t power(int k) { return std::int64_t{1} << k; }

}  // namespace

host_comparisons all_comparisons() {
    const std::vector<std::int64_t> sizes{power(4),  power(8),  power(11), power(12) + 1,
                                          power(14), power(17), power(20), power(22),
                                          power(24), power(26), power(28), power(30)};
    // Threads that begin at distances of a power of two may compete for the same cache sets.
    std::vector<std::int64_t> more_sizes = sizes;
    for (const int k : {22, 26})
        for (const int off : {1, 4096, 65536}) more_sizes.push_back(power(k) + off);
    std::ranges::sort(more_sizes);

    host_comparisons all;
    add<float>(all, "f32", more_sizes);
    add<double>(all, "f64", sizes);
    add<std::int8_t>(all, "i8", sizes);
    add<int>(all, "i32", sizes);
    add<matrix>(all, "2x2", sizes);
    return all;
}

}  // namespace perf
