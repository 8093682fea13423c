// SPDX-License-Identifier: Apache-2.0
//
// Loops, std:: with par_unseq, OpenMP and Thrust.
#include <algorithm>
#include <execution>
#include <numeric>

#include "calls.hpp"
#include "openmp.hpp"
#include "thrust.hpp"

namespace perf {

namespace {

template <class Item, class Join>
auto looped(Item first, const Join& join) {
    return [=](auto x) {
        auto result = first;
        for (const auto& item : x) result = join(result, item);
        return result;
    };
}

/// The mean of squares less the square of the mean would be faster, and wrong.
template <class Item>
double variance_by_loops(items_of<Item> x) {
    double mean = 0, total = 0;
    for (const Item item : x) mean += static_cast<double>(item);
    mean /= static_cast<double>(x.size());
    for (const Item item : x)
        total += (static_cast<double>(item) - mean) * (static_cast<double>(item) - mean);
    return total / static_cast<double>(x.size());
}

template <class Item>
double variance_by_std(items_of<Item> x) {
    const auto mean = std::transform_reduce(std::execution::par_unseq, x.begin(), x.end(), 0., std::plus<>{},
                                            [](Item v) { return static_cast<double>(v); }) /
                      static_cast<double>(x.size());
    const auto square = [mean](Item v) {
        return (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean);
    };
    return std::transform_reduce(std::execution::par_unseq, x.begin(), x.end(), 0., std::plus<>{}, square) /
           static_cast<double>(x.size());
}

}  // namespace

template <class Item>
std::vector<side> rivals_of(const std::string& call, std::span<const Item> x) {
    using list = items_of<Item>;
    using value = value_of<Item>;
    constexpr auto par = std::execution::par_unseq;
    const auto first = [](list v) { return v.first(v.size() / 2); };
    const auto last = [](list v) { return v.last(v.size() / 2); };
    const auto add = [](value a, value b) { return static_cast<value>(a + b); };
    const auto add_items = [](Item a, Item b) { return static_cast<Item>(a + b); };
    const auto add_double = [](auto a, auto b) { return static_cast<double>(a) + static_cast<double>(b); };
    const auto greater = [](Item a, Item b) { return a < b ? b : a; };
    const auto positive = [](Item v) { return v > Item(0); };
    std::vector<side> all;
    const auto rival = [&](const char* name, auto side_of) { all.push_back(timed(name, x, side_of)); };
    if (call == "sum") {
        rival("loop", looped(value(), add));
        rival("par_unseq", [=](list v) { return std::reduce(par, v.begin(), v.end(), value(), add); });
#if defined(PERF_THRUST)
        rival("thrust::omp", [](list v) { return thrust_omp(v); });
#endif
#if defined(_OPENMP)
        rival("OpenMP", [](list v) { return openmp_sum<Item>(v); });
#endif
    } else if (call == "dot") {
        rival("loop", [=](list v) {
            value result = 0;
            for (std::size_t i = 0; i < v.size() / 2; ++i) result += v[i] * last(v)[i];
            return result;
        });
        rival("par_unseq", [=](list v) {
            // Without the functors libstdc++ adds small integers in their own type.
            return std::transform_reduce(par, first(v).begin(), first(v).end(), last(v).begin(), value(), add,
                                         [](Item a, Item b) { return static_cast<value>(a * b); });
        });
#if defined(_OPENMP)
        rival("OpenMP", [=](list v) { return openmp_dot<Item>(first(v), last(v)); });
#endif
    } else if (call == "mean") {
        rival("loop", [=](list v) { return looped(0., add_double)(v) / static_cast<double>(v.size()); });
        rival("par_unseq", [=](list v) {
            return std::reduce(par, v.begin(), v.end(), 0., add_double) / static_cast<double>(v.size());
        });
    } else if (call == "lambda +") {
        rival("loop", looped(Item(), add_items));
        rival("par_unseq", [=](list v) { return std::reduce(par, v.begin(), v.end(), Item(), add_items); });
    } else if (call == "count_if") {
        rival("loop", [=](list v) { return std::count_if(v.begin(), v.end(), positive); });
        rival("par_unseq", [=](list v) { return std::count_if(par, v.begin(), v.end(), positive); });
    } else if (call == "max_value" || call == "lambda max") {
        rival("loop", looped(Item(), greater));
        rival("par_unseq", [=](list v) { return std::reduce(par, v.begin(), v.end(), Item(), greater); });
#if defined(_OPENMP)
        rival("OpenMP", [](list v) { return openmp_max<Item>(v); });
#endif
    } else if (call == "argmax" || call == "max_element") {
        rival("loop", [](list v) { return std::max_element(v.begin(), v.end()) - v.begin(); });
        rival("par_unseq", [=](list v) { return std::max_element(par, v.begin(), v.end()) - v.begin(); });
    } else if (call == "minmax_element") {
        rival("par_unseq", [=](list v) { return std::minmax_element(par, v.begin(), v.end()); });
    } else if (call == "variance") {
        rival("loop", [](list v) { return variance_by_loops<Item>(v); });
        rival("par_unseq", [](list v) { return variance_by_std<Item>(v); });
    }
    return all;
}

template <>
std::vector<side> rivals_of(const std::string&, std::span<const matrix> x) {
    using list = items_of<matrix>;
    constexpr matrix one = identity_of<matrix>();
    std::vector<side> all{timed("loop", x, looped(one, multiply{}))};
    all.push_back(timed("par_unseq", x, [=](list v) {
        return std::reduce(std::execution::par_unseq, v.begin(), v.end(), one, multiply{});
    }));
#if defined(_OPENMP)
    all.push_back(timed("OpenMP", x, [](list v) { return openmp_product(v); }));
#endif
    return all;
}

template std::vector<side> rivals_of(const std::string&, std::span<const float>);
template std::vector<side> rivals_of(const std::string&, std::span<const double>);
template std::vector<side> rivals_of(const std::string&, std::span<const std::int8_t>);
template std::vector<side> rivals_of(const std::string&, std::span<const std::int16_t>);
template std::vector<side> rivals_of(const std::string&, std::span<const std::int32_t>);
template std::vector<side> rivals_of(const std::string&, std::span<const std::int64_t>);

}  // namespace perf
