// SPDX-License-Identifier: Apache-2.0
// Types and operators with names, and the answer of a load from a saved state.
#pragma once

#include <suite.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/running.hpp>

using support::message_of;

namespace {

struct interval {
    float low, high;
};
struct hull {
    interval operator()(const interval& a, const interval& b) const {
        return {a.low < b.low ? a.low : b.low, a.high < b.high ? b.high : a.high};
    }
};
template <class Type, int Rows>
struct column {
    Type element[Rows];
};
template <int Leaf>
struct sum_of_leaves {
    static constexpr int leaf = Leaf;
    float lift(float x) const { return x; }
    void accumulate(float& sum, float x) const { sum += x; }
    float operator()(float a, float b) const { return a + b; }
};
struct unnamed_sum {
    float operator()(float a, float b) const { return a + b; }
};
/// It is declared to allow any order.
struct free_sum : unnamed_sum {};
/// Its member `wrapped` belongs to the caller, and it joins values in another way.
struct greatest_of {
    using wrapped = impulse::plus;
    float operator()(float a, float b) const { return a < b ? b : a; }
};

}  // namespace

template <>
struct impulse::type_id<interval> {
    static constexpr std::string_view value = "tests::interval";
};
template <>
struct impulse::type_id<hull> {
    static constexpr const char* value = "tests::hull";
};
template <>
struct impulse::type_id<free_sum> {
    static constexpr std::string_view value = "tests::free_sum";
};
template <class Acc>
struct impulse::freedom<free_sum, Acc>
    : std::integral_constant<impulse::grouping, impulse::grouping::reorder> {};
template <impulse::has_type_id Type, int Rows>
struct impulse::type_id<column<Type, Rows>> {
    static constexpr auto value =
        impulse::type_name<Type, std::integral_constant<int, Rows>>("tests::column");
};
template <int Leaf>
struct impulse::type_id<sum_of_leaves<Leaf>> {
    static constexpr char value[] = "tests::sum_of_leaves";
};

namespace {

template <class Type>
std::string name_of(const Type&) {
    return impulse::detail::name_or_none<Type>();
}

template <class Running>
std::string saved(const Running& running) {
    std::ostringstream to;
    running.save(to);
    return to.str();
}

/// The running sum of these items.
template <class Item, class Init, class Op = impulse::plus>
auto sum_of(const std::vector<Item>& items, Init init, Op op = {}) {
    auto running = impulse::running_reduction<Item>(init, op);
    running.push(items);
    return running;
}

/// The message of `into` for these bytes. A load that fails must leave it unchanged.
template <class Running, class... Tag>
std::string answer(Running&& into, const std::string& bytes, const Tag&... tag) {
    const auto count = into.count();
    const auto value = into.value();
    const std::string said = message_of([&] {
        std::istringstream from(bytes);
        into.load(from, tag...);
    });
    if (said != "nothing was thrown") {
        CHECK(into.count() == count);
        CHECK(std::memcmp(&value, std::array{into.value()}.data(), sizeof value) == 0);
    }
    return said;
}

const std::vector<float> floats = {0.5f, 3, 2, 7};
const std::vector<std::int32_t> integers = {5, 3, 2, 7};
const std::string taken = "nothing was thrown";

}  // namespace
