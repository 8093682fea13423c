// SPDX-License-Identifier: Apache-2.0
//
// graph FILE...: a sparse matrix says which word follows which. The program multiplies it by vectors over two
// semirings: one gives the position of a random walk after some steps, the other the shortest paths. Each
// product is one segmented reduction.
#include "run.hpp"
#include "words.hpp"

#include <impulse/layouts.hpp>
#include <impulse/tree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#if IMPULSE_HAS_CUDA
#include <thrust/iterator/permutation_iterator.h>
#endif

namespace examples {

/// Numbers: y[w] = the sum of chance(v, w) · x[v]. The sums are rounded, but have the same bits everywhere.
struct plus_times {
    using number = double;
    static constexpr int max_steps = 20;
    impulse::plus add;
    impulse::multiplies multiply;
    number zero = 0;
    number start = 1;
};

/// Distances: y[w] = the least of length(v, w) + x[v], a step of the algorithm of Bellman and Ford. No edge
/// is negative, so the steps reach a fixed point.
struct min_plus {
    using number = std::int64_t;
    static constexpr int max_steps = 1 << 30;
    impulse::minimum add;
    impulse::plus multiply;
    number zero = number{1} << 60;  ///< no path; adding a length to it does not overflow
    number start = 0;
};

const std::vector<double>& values_of(const plus_times&, const word_graph& g) { return g.chance; }
const std::vector<std::int64_t>& values_of(const min_plus&, const word_graph& g) { return g.length; }

struct differ {
    template <class T>
    IMPULSE_SHARED int operator()(const T& a, const T& b) const {
        return a != b;
    }
};

/// x[columns[0]], x[columns[1]], ...
template <class T, class Columns>
auto permuted(const T* x, const Columns& columns) {
#if IMPULSE_HAS_CUDA
    return thrust::make_permutation_iterator(x, columns.data());
#else
    return std::views::transform(std::span(columns), [x](std::int32_t column) { return x[column]; });
#endif
}

/// The vector at the end of a walk, and the number of steps after which nothing changed, or the maximum
/// number of steps.
template <class T>
struct arrival {
    std::vector<T> at;
    int steps = 0;
};

/// Calls `step(x, y)` and `unchanged(x, y)`, and swaps x and y each time. The step that changes nothing is
/// counted.
template <class T, class Step, class Unchanged>
int walk(T*& x, T*& y, int most, const Step& step, const Unchanged& unchanged) {
    for (int steps = 1;; ++steps) {
        step(x, y);
        std::swap(x, y);
        if (steps == most || unchanged(x, y)) return steps;
    }
}

template <class Ring>
std::vector<typename Ring::number> beginning(const Ring& ring, const word_graph& g) {
    std::vector<typename Ring::number> x(g.words.size(), ring.zero);
    x[g.commonest] = ring.start;
    return x;
}

template <class Ring>
std::vector<measurement<arrival<typename Ring::number>>> measure_walks(const options& o, const Ring& ring,
                                                                       const word_graph& g) {
    using number = typename Ring::number;
    std::vector<measurement<arrival<number>>> measurements;
    at_each_place(o, [&](auto where, const std::string& place) {
        const auto& offsets = copy_to(where, g.offsets);
        const auto& before = copy_to(where, g.before);
        const auto& values = copy_to(where, values_of(ring, g));
        const std::vector<number> start = beginning(ring, g);
        for (const std::string& name : o.policies) {
            with_policy(name, [&](auto policy) {
                arrival<number> to;
                const double seconds = median_seconds([&] {
                    auto one = copy_to(where, start), other = copy_to(where, start);
                    number *x = one.data(), *y = other.data();
                    to.steps = walk(
                        x, y, Ring::max_steps,
                        [&](const number* from, number* out) {
                            impulse::transform_reduce_into(
                                policy.on(where), impulse::segments(values, offsets), permuted(from, before),
                                out, ring.zero, ring.add, ring.multiply);
                        },
                        [&](const number* a, const number* b) {
                            return 0 == impulse::transform_reduce(policy.on(where), a, a + start.size(), b, 0,
                                                                  impulse::maximum{}, differ{});
                        });
                    to.at = copy_from(where, x, start.size());
                });
                measurements.push_back({name, place, seconds, {to}});
            });
        }
    });
    return measurements;
}

/// The same by serial loops; each row is reduced by the definition of the tree.
template <class Ring>
arrival<typename Ring::number> walk_serially(const Ring& ring, const word_graph& g) {
    using number = typename Ring::number;
    const std::vector<number>& values = values_of(ring, g);
    std::vector<number> one = beginning(ring, g), other = one, products;
    number *x = one.data(), *y = other.data();
    const auto step = [&](const number* from, number* to) {
        for (std::size_t w = 0; w < g.words.size(); ++w) {
            products.clear();
            for (auto e = static_cast<std::size_t>(g.offsets[w]);
                 e < static_cast<std::size_t>(g.offsets[w + 1]); ++e)
                products.push_back(ring.multiply(values[e], from[g.before[e]]));
            to[w] = impulse::tree_fold(products, ring.zero, ring.add);
        }
    };
    const auto unchanged = [&](const number* a, const number* b) {
        return std::equal(a, a + g.words.size(), b);
    };
    const int steps = walk(x, y, Ring::max_steps, step, unchanged);
    return {copy_from(impulse::host, x, g.words.size()), steps};
}

/// Multiplies until nothing changes, at every place, and compares all bits with the serial loop's.
template <class Ring>
bool multiply(const options& o, const Ring& ring, const word_graph& g, arrival<typename Ring::number>& to) {
    const auto measurements = measure_walks(o, ring, g);
    const double seconds = seconds_of([&] { to = walk_serially(ring, g); });
    const std::size_t bytes = g.before.size() * (sizeof(typename Ring::number) + sizeof(std::int32_t));
    const bool equal =
        print_table(measurements, bytes * static_cast<std::size_t>(to.steps), "a serial one", seconds,
                    [&](const auto& results) {
                        const auto& at = results.front().at;
                        return verdict{results.front().steps == to.steps &&
                                       std::memcmp(at.data(), to.at.data(), at.size() * sizeof at[0]) == 0};
                    });
    std::printf("equal to a serial one: %s\n", equal ? "yes" : "NO");
    return equal;
}

/// Prints the words on a shortest path, from its end to its beginning.
void print_path(const word_graph& g, const std::vector<std::int64_t>& distance, std::size_t word) {
    while (word != g.commonest) {
        std::printf("  %8.3f bits  %s\n", 1e-3 * static_cast<double>(distance[word]), g.words[word].c_str());
        auto edge = static_cast<std::size_t>(g.offsets[word]);
        const auto leads_here = [&](std::size_t e) {
            const auto from = static_cast<std::size_t>(g.before[e]);
            return from != word && distance[from] + g.length[e] == distance[word];
        };
        while (!leads_here(edge)) ++edge;
        word = static_cast<std::size_t>(g.before[edge]);
    }
}

bool graph(const options& o) {
    const word_graph g = read_words(read_files(o.files));
    const char* const start = g.words[g.commonest].c_str();
    std::printf("%zu words, %zu edges from one to the next\n", g.words.size(),
                g.before.size() - g.words.size());

    std::printf("\nplus-times: %d words after '%s', at random as in the text\n", plus_times::max_steps,
                start);
    arrival<double> chances;
    const bool equal_chances = multiply(o, plus_times{}, g, chances);
    const auto likeliest = std::max_element(chances.at.begin(), chances.at.end());
    std::printf("the likeliest is '%s': %.3g\n",
                g.words[static_cast<std::size_t>(likeliest - chances.at.begin())].c_str(), *likeliest);

    std::printf("\nmin-plus: the likeliest way from '%s' to each word\n", start);
    arrival<std::int64_t> distances;
    const bool equal_distances = multiply(o, min_plus{}, g, distances);
    std::size_t farthest = g.commonest, reached = 0;
    for (std::size_t w = 0; w < g.words.size(); ++w) {
        if (distances.at[w] == min_plus{}.zero) continue;
        ++reached;
        if (distances.at[w] > distances.at[farthest]) farthest = w;
    }
    std::printf("%d steps to %zu words, of which the farthest is '%s':\n", distances.steps, reached,
                g.words[farthest].c_str());
    print_path(g, distances.at, farthest);
    return equal_chances && equal_distances;
}

}  // namespace examples

int main(int argc, char** argv) {
    return examples::run_program(
        argc, argv,
        "Makes a sparse matrix of which word of the FILEs follows which, multiplies vectors by it\n"
        "over two semirings (chances, and shortest paths), and compares all bits to serial loops.",
        examples::graph);
}
