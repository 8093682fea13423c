// SPDX-License-Identifier: Apache-2.0
// The code of docs/explanation/tree.md and docs/explanation/streams.md, exactly as shown there.
#include <doctest/doctest.h>

#include <documented/streams.hpp>
#include <documented/tree.hpp>

#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

TEST_CASE("documented tree: two workers' parts give the bits of the whole") {
    std::vector<float> x;
    for (int n = 0; n < 2000; n = n * 3 / 2 + 1) {
        x.resize(static_cast<std::size_t>(n));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.f / static_cast<float>(i + 1);
        CHECK(sum_of_two(x) == impulse::tree_fold(x, 0.f));
        CHECK(sum_of_two(x) == impulse::reduce(x, 0.f));
    }
}

TEST_CASE("documented streams: a sum of what is read, begun and gone on with") {
    const auto checkpoint =
        std::filesystem::temp_directory_path() / ("impulse-documented-" + std::to_string(::getpid()));
    std::vector<float> x(200'000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.f / static_cast<float>(i + 1);
    const std::string bytes(reinterpret_cast<const char*>(x.data()), x.size() * sizeof(float));
    for (const std::size_t read : {std::size_t{0}, std::size_t{1'000}, std::size_t{123'456}, x.size()}) {
        std::istringstream begun(bytes.substr(0, read * sizeof(float))), all(bytes);
        CHECK(sum_of_stream(begun, checkpoint) ==
              impulse::reduce(std::vector(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(read)), 0.f));
        CHECK(sum_of_stream(all, checkpoint) == impulse::reduce(x, 0.f));
        std::filesystem::remove(checkpoint);
    }
}

TEST_CASE("documented streams: types and operators with names of one's own") {
    auto covered = impulse::running_reduction<span_of_time>(span_of_time{9, 9}, cover{});
    covered.push(std::vector<span_of_time>{{5, 6}, {12, 20}, {3, 7}});
    std::stringstream state;
    covered.save(state);
    auto resumed = impulse::running_reduction<span_of_time>(span_of_time{9, 9}, cover{});
    resumed.load(state);
    CHECK(resumed.value().begin == 3);
    CHECK(resumed.value().end == 20);
}
