// SPDX-License-Identifier: Apache-2.0
// Running reductions that are saved and loaded, and saved states that do not fit.
#include "running.hpp"

using namespace running_tests;

TEST_CASE("running: saved and loaded at every cut") {
    auto random = support::random_source(12);
    const auto items = support::make_items(3000, [](index_t i) { return static_cast<std::uint32_t>(i * i); });
    const auto make = [] {
        return impulse::running_reduction<std::uint32_t>(uint64_t{3}, mix_of_leaves<8>{});
    };
    const uint64_t expected = impulse::reduce(items, uint64_t{3}, mix_of_leaves<8>{});
    for (int trial = 0; trial < 20; ++trial) {
        auto running = make();
        for (index_t at = 0; at < std::ssize(items);) {
            const index_t end = std::min(at + random_between(random, 0, 400), std::ssize(items));
            running.push(items.begin() + at, items.begin() + end);
            at = end;
            auto other = make();
            other.push(items.begin(), items.begin() + 5);  // these items are discarded by the load
            load(other, saved(running, "a tag"), "a tag");
            REQUIRE(other.count() == at);
            REQUIRE(other.value() == running.value());
            running = other;
        }
        CHECK(running.value() == expected);
    }
    std::stringstream both;  // one state after the other
    auto a = make(), b = make();
    a.push(items), a.save(both, "first"), b.save(both, "second");
    b.load(both, "first"), a.load(both, "second");
    CHECK(b.value() == expected);
    CHECK(a.count() == 0);
}

TEST_CASE("running: a file is replaced as a whole") {
    const folder at;
    const auto path = at.path / "sum";
    auto sum = impulse::running_reduction<float>(0.f);
    for (int i = 1; i <= 3; ++i) {
        sum.push(support::make_items(100 * i, made_float));
        sum.save(path, "floats");
        auto other = impulse::running_reduction<float>(0.f);
        other.load(path, "floats");
        CHECK(other.count() == sum.count());
        CHECK(same_bits(other.value(), sum.value()));
    }
    CHECK(std::distance(std::filesystem::directory_iterator(at.path), {}) == 1);  // no other file is left
    CHECK_THROWS_AS(sum.save(at.path / "none" / "sum"), std::system_error);
    CHECK_THROWS_AS(sum.load(at.path / "none"), std::system_error);
    std::ofstream(path, std::ios::app | std::ios::binary) << '!';
    CHECK(message_of([&] { sum.load(path, "floats"); }) == "impulse: file has more bytes behind its end");
    CHECK(sum.count() == 600);
}

TEST_CASE("running: what does not fit is refused, by name") {
    auto sum = impulse::running_reduction<float>(0.f);
    sum.push(support::make_items(1000, made_float));
    const std::string good = saved(sum, "temperatures");
    const float value = sum.value();
    const auto refused = [&](auto&& into, const std::string& bytes, const char* tag = "temperatures") {
        return message_of([&] { load(into, bytes, tag); });
    };
    const auto with = [&](std::size_t at, std::uint32_t number) {
        std::string bytes = good;
        std::memcpy(bytes.data() + at, &number, sizeof number);
        return bytes;
    };
    const std::string file = "impulse: file ";
    CHECK(refused(sum, with(12, 3)) == file + "has format 3; need format 2");
    CHECK(refused(sum, with(16, 7)) ==
          file + "has tree version 7; need tree version " + std::to_string(impulse::tree_version));
    CHECK(refused(impulse::running_reduction<double>(0.), good) ==
          file + "has items of float32; need items of float64");
    CHECK(refused(impulse::running_reduction<float>(0.), good) ==
          file + "has accumulators of float32; need accumulators of float64");
    CHECK(refused(impulse::running_reduction<std::uint32_t>(uint64_t{0}, mix_of_leaves<4>{}),
                  saved(impulse::running_reduction<std::uint32_t>(uint64_t{0}, mix_of_leaves<8>{}), "mix"),
                  "mix") == file + "has leaves of 8 items; need leaves of 4 items");
    // Cut at any byte, and with any bit changed.
    for (std::size_t n = 0; n < good.size(); ++n) {
        CAPTURE(n);
        CHECK(refused(sum, good.substr(0, n)).starts_with(file + "ends after " + std::to_string(n)));
        std::string bad = good;
        bad[n] = static_cast<char>(bad[n] ^ (1 << n % 8));
        CHECK(refused(sum, bad).starts_with(file));
    }
    CHECK(sum.count() == 1000);
    CHECK(same_bits(sum.value(), value));
    CHECK(refused(sum, good) == "nothing was thrown");
}

TEST_CASE("running: as many items as there may be, from bytes written by hand") {
    const index_t most = index_t{1} << 62;
    std::string bytes = "impulse\n";
    const auto add = [&](auto number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const std::uint32_t n : {0x01020304u, 2u, 1u, 4u, 4u, 1u}) add(n);
    add(most - 1);
    for (const std::uint32_t length : {5u, 5u, 6u, 3u}) add(length);
    bytes += "int32int32bit_ortag";
    for (int node = 0; node < 62; ++node) add(1 << node % 8);
    uint64_t sum = 0xcbf29ce484222325u;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    add(sum);

    auto running = impulse::running_reduction<int>(0, impulse::bit_or{});
    load(running, bytes, "tag");
    CHECK(running.count() == most - 1);
    CHECK(running.value() == 255);
    CHECK(saved(running, "tag") == bytes);
    CHECK(message_of([&] {
              running.push(std::vector<int>{256, 512});
          }) == "impulse: range has 2 items after 4611686018427387903; it must end at item 2^62 or before");
    CHECK(running.value() == 255);
    running.push(std::vector<int>{256});
    CHECK(running.count() == most);
    CHECK(running.value() == 511);
    CHECK_THROWS_AS(running.push(std::vector<int>{512}), std::invalid_argument);
}
