// SPDX-License-Identifier: Apache-2.0
// A legal but hostile program around the library, for the host and the GPU: macros for common words before
// its headers; a namespace with functions that have the library's names and accept anything; and types with
// their own operators that have no default constructor and no operator new, and are final.
#pragma once

#include <foreign_headers.hpp>
#include <library_names.hpp>

// Macros of Qt, <complex.h>, <windows.h>, X11 and many projects.
#define slots
#define signals public
#define emit
#define I _Complex_I
#define interface struct
#define small char
#define near
#define far
#define None 0L
#define Status int
#define Success 0
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) < (b) ? (b) : (a))
#define check(x) ((x) ? void() : std::abort())

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
#include <impulse/host.hpp>
#include <impulse/running.hpp>
#if defined(__CUDACC__)
#include <impulse/cluster.cuh>
#include <impulse/cooperative_groups.cuh>
#endif

#undef slots
#undef signals
#undef emit
#undef I
#undef interface
#undef small
#undef near
#undef far
#undef None
#undef Status
#undef Success
#undef min
#undef max
#undef check

#if defined(__CUDACC__)
#define HOSTILE_SHARED __host__ __device__
#else
#define HOSTILE_SHARED
#endif

namespace hostile {

/// Accepts any arguments, and fails to compile if it is called.
#define IMPULSE_BAIT(name)                                                               \
    template <class... Ts>                                                               \
    HOSTILE_SHARED void name(Ts&&...) {                                                  \
        static_assert(sizeof...(Ts) > 100, "the library called a function of its user"); \
    }
IMPULSE_TEST_LIBRARY_NAMES(IMPULSE_BAIT)
#undef IMPULSE_BAIT

/// Operators that the library must not call: the address, the comma, the logical operators, and operator new.
struct thorns {
    void operator&() const = delete;
    template <class T>
    void operator,(const T&) const = delete;
    template <class T>
    void operator&&(const T&) const = delete;
    template <class T>
    void operator||(const T&) const = delete;
    void operator!() const = delete;
    template <class T>
    friend void operator,(const T&, const thorns&) = delete;
    static void* operator new(std::size_t) = delete;
    static void* operator new[](std::size_t) = delete;
};

/// x -> a x + b modulo 2^32: composition is exact, and does not commute. It has no default constructor, and
/// any alignment.
template <std::size_t Alignment>
struct alignas(Alignment) map final : thorns {
    std::uint32_t a;
    std::uint32_t b;
    HOSTILE_SHARED map(std::uint32_t of_a, std::uint32_t of_b) : a(of_a), b(of_b) {}
    HOSTILE_SHARED map after(const map& x) const { return {a * x.a, a * x.b + b}; }
    HOSTILE_SHARED bool is(const map& x) const { return a == x.a && (b == x.b); }
};

template <class Map>
struct compose final : thorns {
    HOSTILE_SHARED Map operator()(const Map& x, const Map& y) const { return x.after(y); }
};

/// Its calls change it, so each thread needs a copy.
template <class Map>
struct counting_compose final : thorns {
    int calls = 0;
    HOSTILE_SHARED Map operator()(const Map& x, const Map& y) {
        ++calls;
        return x.after(y);
    }
};

template <class Map>
struct to_map final : thorns {
    HOSTILE_SHARED Map operator()(std::uint32_t x) const { return {2 * x + 1, x ^ 5}; }
};

template <class Map>
Map compose_maps(const Map& x, const Map& y) {
    return x.after(y);
}

/// A truth value that only converts in `if` and by `static_cast<bool>`.
struct truth final : thorns {
    bool is;
    HOSTILE_SHARED truth(bool value) : is(value) {}
    HOSTILE_SHARED explicit operator bool() const { return is; }
};
struct is_odd final : thorns {
    HOSTILE_SHARED truth operator()(std::uint32_t x) const { return x % 2 == 1; }
};
struct less_by_last_digit final : thorns {
    HOSTILE_SHARED truth operator()(std::uint32_t x, std::uint32_t y) const { return x % 10 < y % 10; }
};

/// The composition of to_map(0), to_map(1), ... to_map(2999), starting from {3, 4}.
template <class Map>
Map expected_of() {
    Map all{3, 4};
    for (std::uint32_t x = 0; x < 3000; ++x) all = all.after(to_map<Map>{}(x));
    return all;
}

/// Reductions by operators that are final, that their calls change, and that are wrapped; calls report(right)
/// for each. On a GPU each needs a kernel.
template <class Map, class Policy, class Items, class Report>
void compose_all(const Policy& policy, const Items& items, const Report& report) {
    const auto composed = [&](auto op) {
        report(impulse::transform_reduce(policy, items, Map{3, 4}, op, to_map<Map>{}).is(expected_of<Map>()));
    };
    composed(counting_compose<Map>{});
    composed(impulse::assume_associative(compose<Map>{}));
}

/// Reductions by predicates whose results are not bool.
template <class Policy, class Items, class Report>
void decide_all(const Policy& policy, const Items& items, const Report& report) {
    report(impulse::count_if(policy, items, is_odd{}) == 1500);
    report(impulse::max_element(policy, items, less_by_last_digit{}) - std::ranges::begin(items) == 9);
}

}  // namespace hostile
