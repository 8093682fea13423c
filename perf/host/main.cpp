// SPDX-License-Identifier: Apache-2.0
//
// Every algorithm on the CPU in percent of the roof, compared with its rivals; all take turns.
//
//   perf_host            all sizes; with PERF_BUILD, the name of a build by another compiler, two sizes
//   perf_host quick      three sizes, without rivals
//   perf_host core       GB/s in cache: run it on one core
#include <cstdlib>
#include <stdexcept>

#include "calls.hpp"
#include "machine.hpp"
#include "roof.hpp"

namespace perf {

namespace {

/// What a run measures.
struct plan {
    std::vector<int> bytes;           ///< powers of two
    std::vector<std::int64_t> items;  ///< small inputs
    double seconds;                   ///< for each side and size
    bool rivals = false;
    bool gigabytes = false;     ///< per second, in place of parts of the roof
    std::string its_name = {};  ///< after each size
};

plan make_plan(const std::string& word) {
    if (word == "quick") return {{12, 18, 26}, {1, 16, 2048}, 0.025};
    if (word == "core") return {{14, 16, 18}, {}, 0.03, false, true, " on one core"};
    if (word != "") throw std::invalid_argument("the argument is quick or core, not " + word);
#if defined(PERF_BUILD)
    return {{18, 26}, {}, 0.1, false, false, " " PERF_BUILD};
#else
    return {{12, 15, 18, 21, 24, 26, 28}, {1, 4, 16, 64, 256, 2048}, 0.1, true};
#endif
}

/// The best time of each side, in seconds; the sides take turns.
std::vector<double> best_of(const std::vector<side>& sides, std::int64_t bytes, double seconds) {
    using clock = std::chrono::steady_clock;
    const std::int64_t calls = std::clamp<std::int64_t>((1 << 20) / bytes, 1, 4096);
    const auto end = clock::now() + std::chrono::duration<double>(seconds) * sides.size();
    std::vector<double> best(sides.size(), 1e9);
    std::vector<double> values(sides.size());
    for (int turn = 0; turn < 3 || (turn < 1000 && clock::now() < end); ++turn) {
        for (std::size_t s = 0; s < sides.size(); ++s) {
            sides[s].take(1);  // wakes the threads, and puts the caches into the state after a call
            const sample taken = sides[s].take(calls);
            best[s] = (std::min)(best[s], taken.seconds);
            values[s] = taken.value;
        }
        // OpenMP's threads spin after their work, and must not slow down the next turn.
        if (sides.size() > 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    // For more items, a sum of floats one by one or in a few lanes is too far from the exact sum.
    for (std::size_t s = 2; s < sides.size() && bytes <= 1 << 18; ++s)
        if (std::abs(values[s] - values[1]) > 1 + 0.01 * std::abs(values[1]))
            throw std::runtime_error("WRONG: " + sides[s].name + " gives " + std::to_string(values[s]) +
                                     ", not " + std::to_string(values[1]));
    return best;
}

template <class Item>
items_of<Item> first_items(std::int64_t n) {
    static std::vector<Item> all;
    if (std::ssize(all) < n) all = make_items<Item>(n);
    return items_of<Item>(all).first(static_cast<std::size_t>(n));
}

/// The sides of a row on n items. The roof is the first.
template <class Item>
std::vector<side> sides_of(std::size_t row, [[maybe_unused]] const char* type, std::int64_t n,
                           [[maybe_unused]] bool rivals) {
    const auto x = first_items<Item>(n);
    const auto its = calls_of<Item>(x)[row];
    std::vector<side> sides{timed("roof", x,
                                  [](items_of<Item> v) {
                                      return add_words(v.data(), static_cast<std::int64_t>(v.size_bytes()));
                                  }),
                            its.sides[0]};
#if !defined(PERF_BUILD)
    if (!rivals) return sides;
    for (const side& rival : rivals_of<Item>(its.name, x)) sides.push_back(rival);
    if constexpr (is_number<Item>) {
        for (const side& rival : eigen_of<Item>(its.name, x)) sides.push_back(rival);
        const std::int64_t bytes = n * static_cast<std::int64_t>(sizeof(Item));
        if (bytes == 1 << 18 || bytes == 1 << 26)
            for (const side& rival : numpy_of(its.name, type, n)) sides.push_back(rival);
    }
#endif
    return sides;
}

double rounded(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
    return std::round(value / unit) * unit;
}

template <class Item>
finding measure(std::size_t row, const char* type, const plan& its) {
    constexpr auto item = static_cast<std::int64_t>(sizeof(Item));
    finding found;
    first_items<Item>((std::int64_t{1} << its.bytes.back()) / item);
    for (const int size : its.bytes) {
        const std::int64_t bytes = std::int64_t{1} << size;
        const auto sides = sides_of<Item>(row, type, bytes / item, its.rivals);
        const auto best = best_of(sides, bytes, its.seconds);
        for (std::size_t s = 1; s < sides.size(); ++s)
            found.add(
                "2^" + std::to_string(size) + " bytes" + its.its_name + (s == 1 ? "" : " " + sides[s].name),
                rounded(its.gigabytes ? static_cast<double>(bytes) / best[s] * 1e-9 : best[0] / best[s]));
    }
    for (const std::int64_t n : its.items) {
        auto sides = sides_of<Item>(row, "", n, true);
        if (sides.size() < 3 || sides[2].name != "loop") break;
        sides = {sides[1], sides[2]};
        const auto best = best_of(sides, n * item, 0.01);
        found.add(std::to_string(n) + " items", rounded(best[0] * 1e9));
        found.add(std::to_string(n) + " items loop", rounded(best[1] * 1e9));
    }
    return found;
}

template <class Item>
void add_rows(const std::string& name, const char* numpy_type, const plan& its) {
    const auto rows = calls_of<Item>({});
    for (std::size_t r = 0; r < rows.size(); ++r)
        report::instance().add("host/" + name + "/" + rows[r].name,
                               [=] { return measure<Item>(r, numpy_type, its); });
}

}  // namespace

}  // namespace perf

int main(int argc, char** argv) {
    // For LLVM's OpenMP, whose threads would spin for 200 ms and slow down the next side.
    setenv("KMP_BLOCKTIME", "5", 0);
    return perf::main_of("perf_host", 1, argc, argv, [](int arguments, char** values) {
        const perf::plan its = perf::make_plan(arguments > 1 ? values[1] : "");
        perf::describe_host();
        perf::add_rows<float>("f32", "f4", its);
        perf::add_rows<double>("f64", "f8", its);
        perf::add_rows<std::int64_t>("i64", "i8", its);
        perf::add_rows<std::int32_t>("i32", "i4", its);
        perf::add_rows<std::int16_t>("i16", "i2", its);
        perf::add_rows<std::int8_t>("i8", "i1", its);
        perf::add_rows<perf::matrix>("2x2", "", its);
    });
}
