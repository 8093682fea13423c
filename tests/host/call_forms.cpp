// SPDX-License-Identifier: Apache-2.0
// Every form of a call: with and without a policy, with a range or two iterators, with and without init and
// operator; and every kind of input.
#include <suite.hpp>

#include <call_forms_suite.hpp>
#include <policies.hpp>

#include <impulse/reduce.hpp>

namespace {

const std::vector<int> items = [] {
    std::vector<int> x(1000);
    std::iota(x.begin(), x.end(), 1);
    return x;
}();
constexpr int total = support::sum_to_1000;

/// Memory for a result. What a call wrote is read once.
struct result {
    long value = 0;
    long* data() { return &value; }
    long written() { return std::exchange(value, 0); }
};

/// Can be written through like a pointer, but is not a pointer: it keeps the last value and counts the
/// writes.
struct recorder {
    int* value;
    int* writes;
    recorder& operator*() { return *this; }
    recorder& operator=(int to) {
        *value = to;
        ++*writes;
        return *this;
    }
};

}  // namespace

TEST_CASE("call forms: reduce returns its value") {
    CHECK(impulse::reduce(items) == total);
    CHECK(impulse::reduce(items, 5) == total + 5);
    CHECK(impulse::reduce(items, 5, impulse::maximum{}) == 1000);
    CHECK(impulse::reduce(items, impulse::maximum{}) == 1000);
    CHECK(impulse::reduce(items.begin(), items.end()) == total);
    CHECK(impulse::reduce(items.begin(), items.end(), 5) == total + 5);
    CHECK(impulse::reduce(items.begin(), items.end(), 2000, impulse::minimum{}) == 1);
    CHECK(impulse::reduce(items.begin(), items.end(), impulse::minimum{}) == 1);
    CHECK(impulse::reduce(items.data(), items.data() + 10, 0) == 55);
    static_assert(std::is_same_v<decltype(impulse::automatic), decltype(impulse::last_block)>);
    CHECK(impulse::reduce(impulse::automatic, items, 5) == total + 5);
    CHECK(impulse::reduce(impulse::automatic.tune({.blocks = 7}), items.begin(), items.end(), 5) ==
          total + 5);
    support::for_each_shape([](auto, const auto& policy) {
        support::check_reduce(policy, items);
        CHECK(impulse::reduce(policy.on(impulse::host), items, 5) == total + 5);
    });
}

TEST_CASE("call forms: reduce_into writes its value, once") {
    result out;
    impulse::reduce_into(items, out.data());
    CHECK(out.written() == total);
    impulse::reduce_into(items, out.data(), 5);
    CHECK(out.written() == total + 5);
    impulse::reduce_into(items.begin(), items.end(), out.data(), 5, impulse::maximum{});
    CHECK(out.written() == 1000);
    support::for_one_policy([&](auto, const auto& policy) {
        support::check_reduce_into(policy, items, out);
        int value = 0, writes = 0;
        impulse::reduce_into(policy, items, recorder{&value, &writes}, 7);
        CHECK(value == total + 7);
        CHECK(writes == 1);
    });
}

TEST_CASE("call forms: an empty range") {
    result out;
    support::for_one_policy([&](auto, const auto& policy) { support::check_empty(policy, items, out); });
}

TEST_CASE("call forms: the result is converted to what is written through") {
    std::vector<double> sums(2);
    impulse::reduce_into(items, sums.begin() + 1, 0);
    CHECK(sums[1] == total);
    CHECK(sums[0] == 0);
    std::vector<std::string> words{"a", "b"}, joined(1);
    impulse::reduce_into(words, joined.begin(), std::string(">"));
    CHECK(joined[0] == ">ab");
}

TEST_CASE("call forms: transform_reduce of one input") {
    result out;
    CHECK(impulse::transform_reduce(items, 0, impulse::plus{}, support::square{}) ==
          support::squares_to_1000);
    CHECK(impulse::transform_reduce(items.begin(), items.end(), 1, impulse::plus{}, support::square{}) ==
          support::squares_to_1000 + 1);
    support::for_one_policy([&](auto, const auto& policy) {
        support::check_transform_reduce(policy, items);
        support::check_transform_reduce_into(policy, items, out);
    });
}

TEST_CASE("call forms: transform_reduce of two inputs") {
    constexpr long products = support::squares_to_1000;
    const std::vector<long> others(items.begin(), items.end());
    const std::deque<long> longer(1007, 2);  // a second range may be longer
    long out = 0;
    CHECK(impulse::transform_reduce(items, others, 0L) == products);
    CHECK(impulse::transform_reduce(items.begin(), items.end(), others.begin(), 1L) == products + 1);
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::transform_reduce(policy, items, others, 0L) == products);
        CHECK(impulse::transform_reduce(policy, items, others.begin(), 0L) == products);
        CHECK(impulse::transform_reduce(policy, items, others.data(), 0L) == products);
        CHECK(impulse::transform_reduce(policy, items, longer, 0L) == 2 * total);
        CHECK(impulse::transform_reduce(policy, items, longer, 0L, impulse::maximum{}, impulse::plus{}) ==
              1002);
        CHECK(impulse::transform_reduce(policy, items.begin(), items.end(), longer.begin(), 0L,
                                        impulse::maximum{}, impulse::plus{}) == 1002);
        impulse::transform_reduce_into(policy, items, others, &out, 1L);
        CHECK(std::exchange(out, 0) == products + 1);
        impulse::transform_reduce_into(policy, items.begin(), items.end(), others.begin(), &out, 1L,
                                       impulse::plus{}, impulse::multiplies{});
        CHECK(std::exchange(out, 0) == products + 1);
    });
}

TEST_CASE("call forms: transformed items keep their order") {
    const auto letter = [](int x) { return std::string(1, static_cast<char>('a' + x % 26)); };
    const auto joined = [](int x, const std::string& s) { return std::to_string(x) + s; };
    const std::vector<int> x{1, 2, 3};
    const std::vector<std::string> y{"x", "y", "z"};
    support::for_one_policy([&](auto, const auto& policy) {
        support::check_order_of_transformed(policy, items);
        CHECK(impulse::transform_reduce(policy, x, std::string("a"), impulse::plus{}, letter) == "abcd");
        CHECK(impulse::transform_reduce(policy, x, y, std::string(">"), impulse::plus{}, joined) ==
              ">1x2y3z");
    });
}

TEST_CASE("call forms: every kind of input") {
    int array[1000];
    std::copy(items.begin(), items.end(), array);
    const int(&constant)[1000] = array;
    std::array<int, 1000> std_array;
    std::copy(items.begin(), items.end(), std_array.begin());
    const std::deque<int> deque(items.begin(), items.end());
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, array, 0) == total);
        CHECK(impulse::reduce(policy, constant, 0) == total);
        CHECK(impulse::reduce(policy, std_array, 0) == total);
        CHECK(impulse::reduce(policy, std::span(items), 0) == total);
        CHECK(impulse::reduce(policy, std::span<const int, 10>(items.data(), 10), 0) == 55);
        CHECK(impulse::reduce(policy, std::vector<int>(items), 0) == total);
        CHECK(impulse::reduce(policy, deque, 0) == total);
        CHECK(impulse::reduce(policy, deque.rbegin(), deque.rend(), 0, support::last{}) == 1);
        CHECK(impulse::reduce(policy, std::string("hello"), '\0', support::last{}) == 'o');
    });
}

TEST_CASE(
    "call forms: an array and a pointer into it are a pair, unless the pointer is a second input or out") {
    int a[] = {1, 2, 3, 4};
    const int fixed[] = {1, 2, 3};
    int b[] = {1, 10, 100, 1000};
    int* const second = b;
    int out = 0;
    const auto how = impulse::automatic.on(impulse::host);
    CHECK(impulse::reduce(a, a + 4) == 10);
    CHECK(impulse::reduce(how, a, a + 3, 5) == 11);
    CHECK(impulse::reduce(fixed, fixed + 2) == 3);
    CHECK(impulse::transform_reduce(a, second, 1) == 4322);
    CHECK(impulse::transform_reduce(a, a + 2, second, 1) == 22);
    CHECK(impulse::transform_reduce(a, a + 2, b, 0, std::plus<>{}, std::multiplies<>{}) == 21);
    const auto twice = [](int x) { return 2 * x; };  // it takes one argument, so there is no second input
    CHECK(impulse::transform_reduce(a, a + 3, 1, std::plus<>{}, twice) == 13);
    impulse::transform_reduce_into(how, a, a + 2, &out, 0, std::plus<>{}, twice);
    CHECK(out == 6);
    impulse::reduce_into(how, a, &out, 0);
    CHECK(out == 10);
    impulse::reduce_into(how, a, a + 3, &out, 0);
    CHECK(out == 6);
    impulse::transform_reduce_into(how, a, second, &out, 0);
    CHECK(out == 4321);
    impulse::transform_reduce_into(how, a, a + 3, second, &out, 0);
    CHECK(out == 321);
}

TEST_CASE("call forms: the arguments of a call are not kept or changed") {
    const std::vector<std::string> words{"a", "b", "c"};
    std::string init = "init ";
    CHECK(impulse::reduce(words, init, impulse::plus{}) == "init abc");
    CHECK(init == "init ");
    CHECK(words == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("call forms: .on and .tune return a new policy and leave the old one as it is") {
    constexpr auto tuned = impulse::last_block.tune({.blocks = 3, .threads = 64, .items = 5});
    static_assert(tuned.user_shape.blocks == 3 && tuned.user_shape.threads == 64 &&
                  tuned.user_shape.items == 5);
    static_assert(impulse::last_block.user_shape.blocks == 0);
    constexpr auto placed = tuned.on(impulse::host);
    static_assert(placed.user_shape.blocks == 3);
    static_assert(std::is_same_v<decltype(placed)::place_type, impulse::host_place>);
    static_assert(std::is_same_v<decltype(tuned)::place_type, impulse::deduced_place>);
    CHECK(impulse::reduce(placed, items, 0) == total);
    CHECK(impulse::device_count() == 0);  // a program may ask before it chooses a place; this file has no GPU
}

TEST_CASE("call forms: any callable is an operator") {
    struct final_plus final {
        int operator()(int a, int b) const { return a + b; }
    };
    struct mutable_plus {
        int calls = 0;
        int operator()(int a, int b) {
            ++calls;
            return a + b;
        }
    };
    int (*function)(int, int) = [](int a, int b) { return a + b; };
    const int offset = 1;
    support::for_one_policy([&](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, items, 0, function) == total);
        CHECK(impulse::reduce(policy, items, 0, final_plus{}) == total);
        CHECK(impulse::reduce(policy, items, 0, mutable_plus{}) == total);
        CHECK(impulse::reduce(policy, items, 0, [&](int a, int b) { return a + b + offset - 1; }) == total);
        CHECK(impulse::reduce(policy, items, 0, std::function<int(int, int)>(function)) == total);
        CHECK(impulse::reduce(policy, items, 0, impulse::unordered(function)) == total);
        CHECK(impulse::reduce(policy, items, 0, impulse::assume_associative(final_plus{})) == total);
        CHECK(impulse::transform_reduce(policy, items, 0, impulse::plus{},
                                        [=](int x) { return x + offset; }) == total + 1000);
    });
}
