// SPDX-License-Identifier: Apache-2.0
// Bad arguments: std::invalid_argument names the argument, its value and what is valid.
#include <suite.hpp>

#include <policies.hpp>

#include <impulse/layouts.hpp>
#include <impulse/reduce.hpp>

namespace {

const std::vector<int> items(100, 1);

using support::message_of;

std::string complaint_about(const impulse::shape& shape) {
    return message_of([&] { (void)impulse::reduce(impulse::work_queue.tune(shape), items, 0); });
}

}  // namespace

TEST_CASE("bad arguments: last before first") {
    const std::string expected = "impulse: last is 3 items before first";
    const std::deque<int> deque(10);
    int out = 0;
    support::for_each_policy([&](auto, const auto& policy) {
        CHECK(message_of([&] { (void)impulse::reduce(policy, items.begin() + 3, items.begin(), 0); }) ==
              expected);
        CHECK(message_of([&] { (void)impulse::reduce(policy, items.data() + 3, items.data()); }) == expected);
        CHECK(message_of([&] { (void)impulse::reduce(policy, deque.begin() + 5, deque.begin() + 2, 0); }) ==
              expected);
        CHECK(message_of([&] {
                  impulse::transform_reduce_into(policy, items.begin() + 3, items.begin(), items.begin(),
                                                 &out, 0);
              }) == expected);
        CHECK(impulse::reduce(policy, items, 0) == 100);  // still usable
    });
}

TEST_CASE("bad arguments: a null pointer to items") {
    const int* const nothing = nullptr;
    support::for_each_policy([&](auto, const auto& policy) {
        CHECK(message_of([&] { (void)impulse::reduce(policy, nothing, nothing + 5, 0); }) ==
              "impulse: input is a null pointer; need a pointer to 5 items");
        CHECK(impulse::reduce(policy, items, 0) == 100);
    });
}

TEST_CASE("bad arguments: a range whose end comes first") {
    const struct {
        const int* begin() const { return items.data() + 3; }
        const int* end() const { return items.data(); }
    } backwards;
    CHECK(message_of([&] { (void)impulse::reduce(backwards, 7); }) ==
          "impulse: last is 3 items before first");
}

TEST_CASE("bad arguments: nowhere to write") {
    int* const nowhere = nullptr;
    CHECK(message_of([&] { impulse::reduce_into(items, nowhere, 0); }) ==
          "impulse: out is a null pointer; need a pointer to the result");
    int out[1] = {};
    impulse::reduce_into(items, out, 0);  // an array is a valid output
    CHECK(out[0] == 100);
}

TEST_CASE("bad arguments: a second input that is a null pointer") {
    const int* const nothing = nullptr;
    CHECK(message_of([&] { (void)impulse::transform_reduce(items, nothing, 0); }) ==
          "impulse: second input is a null pointer; need a pointer to 100 items");
}

TEST_CASE("bad arguments: a second input that is too short") {
    const std::vector<int> shorter(99);
    int out = 0;
    const std::string expected = "impulse: second input has 99 items, but the first has 100";
    support::for_each_policy([&](auto, const auto& policy) {
        CHECK(message_of([&] { (void)impulse::transform_reduce(policy, items, shorter, 0); }) == expected);
        CHECK(message_of([&] { impulse::transform_reduce_into(policy, items, shorter, &out, 0); }) ==
              expected);
    });
    CHECK(out == 0);
}

TEST_CASE("bad arguments: batches of more items than can be counted") {
    const float* const nothing = nullptr;
    CHECK(message_of([&] { impulse::batches(nothing, 8, std::int64_t{1} << 61); }) ==
          "impulse: count is 8; it must be at most 2, so that the batches end at item 2^62 or before");
}

TEST_CASE("bad arguments: a shape that no grid can have") {
    CHECK(complaint_about({.blocks = -1}) ==
          "impulse: shape.blocks is -1; it must be between 0 (the default) and 1048576");
    CHECK(complaint_about({.blocks = 1048577}) ==
          "impulse: shape.blocks is 1048577; it must be between 0 (the default) and 1048576");
    for (const int threads : {-32, 1, 33, 1025, 1056})
        CHECK(complaint_about({.threads = threads}) ==
              "impulse: shape.threads is " + std::to_string(threads) +
                  "; it must be 0 (the default) or a multiple of 32 up to 1024");
    CHECK(complaint_about({.items = -5}) == "impulse: shape.items is -5; it must be 0 (the default) or more");
    CHECK(complaint_about({.blocks = 1048576, .threads = 1024, .items = 1}) == "nothing was thrown");
}
