// SPDX-License-Identifier: Apache-2.0
// Faults at every step: if an allocation, the start of a thread or the application of an operator fails, the
// call throws once, leaks nothing, and the next call is right.
#include <suite.hpp>

#include <counted.hpp>
#include <failing.hpp>
#include <keys.hpp>
#include <policies.hpp>

#include <impulse/by_key.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/reduce.hpp>

#include <dlfcn.h>
#include <pthread.h>

#include <cerrno>
#include <new>
#include <thread>

using support::counted;

// ---- what the whole program allocates and starts ----------------------------------------------------------

namespace {

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (support::allocations_left == 0) throw std::bad_alloc();
    if (support::allocations_left > 0) --support::allocations_left;
    if (support::allocations.next()) throw std::bad_alloc();
    void* const p = alignment > alignof(std::max_align_t)
                        ? std::aligned_alloc(alignment, (bytes + alignment) / alignment * alignment)
                        : std::malloc(bytes > 0 ? bytes : 1);
    if (p == nullptr) throw std::bad_alloc();
    ++support::allocations_alive;
    return p;
}
void release(void* p) {
    if (p != nullptr) --support::allocations_alive;
    std::free(p);
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t to) { return allocate(bytes, std::size_t(to)); }
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* with, void* (*start)(void*),
                              void* of) {
    if (support::threads_started.next()) return EAGAIN;
    static const auto really =
        reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    return really(thread, with, start, of);
}

namespace {

/// Makes the call fail at its first step, at its second, … until it has no more steps: it must throw `Thrown`
/// and leave nothing behind. Returns the number of steps.
template <class Thrown, class Call>
long fail_at_every(support::failing_step& step, const Call& call) {
    call();  // allocates what a library keeps until the end
    for (long k = 0;; ++k) {
        CAPTURE(k);
        const long alive = support::allocations_alive;
        const index_t counted_alive = counted::alive();
        bool thrown = false;
        bool fired = false;
        try {
            step.arm(k);
            call();
            fired = step.disarm();
        } catch (const Thrown&) {
            fired = step.disarm();
            thrown = true;
        }
        CHECK(thrown == fired);
        CHECK(support::allocations_alive == alive);
        CHECK(counted::alive() == counted_alive);
        if (!fired) return k;
    }
}

const std::string init = "the words are longer than what a string holds within itself: ";

std::vector<std::string> words(index_t n) {
    return support::make_items(n, [](index_t i) { return "word " + std::to_string(i) + ", "; });
}
std::string all(const std::vector<std::string>& x, index_t begin, index_t end) {
    std::string together = init;
    for (index_t i = begin; i < end; ++i) together += x[static_cast<std::size_t>(i)];
    return together;
}

struct application_failed {};

/// Throws at the application that must fail.
struct failing_plus {
    support::failing_step* step;
    counted operator()(const counted& a, const counted& b) const {
        if (step->next()) throw application_failed{};
        return counted(a.value() + b.value());
    }
};

const auto shapes = {impulse::shape{}, impulse::shape{.blocks = 3}, impulse::shape{.items = 8}};

}  // namespace

TEST_CASE("faults: whichever allocation fails") {
    const std::vector<std::string> x = words(60);
    const std::vector<int> offsets{0, 0, 1, 40, 60};
    const auto keys = support::make_items(60, [](index_t i) { return i / 7; });
    const impulse::plus join{};
    support::for_each_policy([&](const std::string& name, const auto& base) {
        CAPTURE(name);
        for (const impulse::shape& user_shape : shapes) {
            CAPTURE(user_shape.blocks);
            CAPTURE(user_shape.items);
            const auto policy = base.tune(user_shape);
            const auto one = [&] { return impulse::reduce(policy, x, init, join); };
            const auto segments = [&] {
                return impulse::reduce(policy, impulse::segments(x, offsets), init, join);
            };
            const auto runs = [&] { return impulse::reduce(policy, impulse::by_key(keys, x), init, join); };
            const auto rows = [&] {
                return impulse::reduce(policy, impulse::rows(impulse::matrix_view{x.data(), 6, 10, 10}), init,
                                       join);
            };
            CHECK(fail_at_every<std::bad_alloc>(support::allocations, one) > 60);
            CHECK(one() == all(x, 0, 60));
            CHECK(fail_at_every<std::bad_alloc>(support::allocations, segments) > 60);
            CHECK((segments() == std::vector{init, all(x, 0, 1), all(x, 1, 40), all(x, 40, 60)}));
            CHECK(fail_at_every<std::bad_alloc>(support::allocations, runs) > 60);
            CHECK((runs().size() == 9 && runs()[8] == all(x, 56, 60)));
            CHECK(fail_at_every<std::bad_alloc>(support::allocations, rows) > 60);
            CHECK((rows().size() == 6 && rows()[5] == all(x, 50, 60)));
        }
    });
}

TEST_CASE("faults: whichever application of the operator fails") {
    const auto x = support::make_items(50, [](index_t i) { return counted(i); });
    const std::vector<int> offsets{0, 0, 1, 30, 50};
    support::failing_step step;
    const failing_plus join{&step};
    support::for_each_policy([&](const std::string& name, const auto& base) {
        CAPTURE(name);
        for (const impulse::shape& user_shape : shapes) {
            CAPTURE(user_shape.blocks);
            CAPTURE(user_shape.items);
            const auto policy = base.tune(user_shape);
            CHECK(fail_at_every<application_failed>(
                      step, [&] { (void)impulse::reduce(policy, x, counted(3), join); }) == 50);
            CHECK(fail_at_every<application_failed>(
                      step, [&] { (void)impulse::reduce_part(policy, x, 5, join); }) > 40);
            CHECK(fail_at_every<application_failed>(step, [&] {
                      std::vector<counted> out(4, counted(-1));
                      impulse::reduce_into(policy, impulse::segments(x, offsets), out.begin(), counted(3),
                                           join);
                  }) == 50);
            CHECK(impulse::reduce(policy, x, counted(3), join).value() == 3 + 50 * 49 / 2);
        }
    });
}

TEST_CASE("faults: whichever thread cannot be started") {
    // oneTBB ends the program if it gets no thread; std::thread works with fewer threads.
#if defined(IMPULSE_HOST_THREADS)
    const auto x = support::make_items(1'000'000, [](index_t i) { return i; });
    for (long k = 0; k < 8; ++k) {
        CAPTURE(k);
        support::threads_started.arm(k);
        CHECK(impulse::reduce(impulse::two_pass.tune({.blocks = 40}), x, index_t{0}) ==
              index_t{1'000'000} * 999'999 / 2);
        const bool fired = support::threads_started.disarm();
        CHECK(fired == (k < static_cast<long>(std::thread::hardware_concurrency()) - 1));
    }
#endif
}
