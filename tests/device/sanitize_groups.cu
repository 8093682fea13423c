// SPDX-License-Identifier: Apache-2.0
// Tests for compute-sanitizer: segments, runs of keys and columns, by every policy.
//
// They are small, because its tools are slow. Each input fills its allocation.
#include "nearly_equal_segments.cuh"

#include <arrays.hpp>
#include <keys.hpp>

#include <impulse/by_key.hpp>
#include <impulse/layouts.hpp>

#include <ranges>

TEST_CASE("[sanitize] segments, some on the list") {
    const auto items = support::make_items(30'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    support::for_each_kind_of_offsets(30'000, [&](const std::string& kind, const support::offsets& at) {
        if (at.size() > 3000) return;
        const gpu::buffer<index_t> on_gpu(at);
        const gpu::buffer<std::uint64_t> out(static_cast<index_t>(at.size()) - 1);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            impulse::reduce_into(policy.on(impulse::device), impulse::segments(x, on_gpu), out.data(),
                                 gpu::mix_init, gpu::mix{});
            const auto got = gpu::download(out);
            index_t wrong = 0;
            for (std::size_t r = 0; r < got.size(); ++r)
                wrong += got[r] != impulse::tree_fold(std::ranges::subrange(items.begin() + at[r],
                                                                            items.begin() + at[r + 1]),
                                                      gpu::mix_init, gpu::mix{});
            gpu::check_equal(kind + ", " + name, static_cast<index_t>(got.size()), wrong == 0);
        });
    });
}

TEST_CASE("[sanitize] segments of which a sample is taken") {
    const gpu::stream s;
    gpu::check_nearly_equal<int>(gpu::one_multiprocessor{{s}}, {2, 9, 20, 128},
                                 support::make_items(33'000, gpu::make_uneven<float>{}), 0.5f,
                                 impulse::plus{});
}

template <class Key>
void check_runs_of_keys() {
    const auto items = support::make_items(30'000, gpu::make_hash{});
    support::for_each_kind_of_offsets(30'000, [&](const std::string& kind, const support::offsets& at) {
        if (at.size() > 3000) return;
        const auto runs = support::runs_of<Key>(at);
        const std::vector<std::uint64_t> values(
            items.begin(), items.begin() + static_cast<std::ptrdiff_t>(runs.keys.size()));
        const auto expected = support::trees(values, runs.begins, runs.ends, gpu::mix_init, gpu::mix{});
        const gpu::buffer<std::uint64_t> x(values);
        const gpu::buffer<Key> keys(runs.keys);
        const gpu::buffer<Key> first(static_cast<index_t>(expected.size()));
        const gpu::buffer<std::uint64_t> out(static_cast<index_t>(expected.size()));
        const gpu::buffer<index_t> count(1);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            impulse::reduce_by_key_into(policy.on(impulse::device), impulse::by_key(keys, x), first.data(),
                                        out.data(), count.data(), gpu::mix_init, gpu::mix{});
            gpu::check_results(kind + ", " + name, out, expected);
            CHECK(gpu::download(first) == runs.first_keys);
        });
    });
}

TEST_CASE("[sanitize] by key, some on the list") { check_runs_of_keys<int>(); }

// Runs of keys of more than 8 bytes are listed before they are reduced.
TEST_CASE("[sanitize] by wide keys") { check_runs_of_keys<support::wide_key>(); }

TEST_CASE("[sanitize] columns, in pieces and whole") {
    const auto items = support::make_items(60'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    for (const index_t width : {1, 3, 7, 40, 150, 2000}) {
        const index_t height = 60'000 / (width + 1);
        const support::array_view<const std::uint64_t, 2> matrix{
            items.data(), {height, width}, {width + 1, 1}};
        const auto expected = support::trees_of(matrix, 1, gpu::mix_init, gpu::mix{});
        const gpu::buffer<std::uint64_t> out(width);
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            impulse::reduce_into(policy.on(impulse::device),
                                 impulse::columns(impulse::matrix_view{x.data(), height, width, width + 1}),
                                 out.data(), gpu::mix_init, gpu::mix{});
            gpu::check_results(name, out, expected);
        });
    }
}

TEST_CASE("[sanitize] columns without gaps, which a warp stages") {
    const gpu::stream s;
    for (const index_t width : {3, 7, 10}) {
        const index_t height = 40'000 / width;
        const auto items = support::make_items(height * width, gpu::make_uneven<float>{});
        const gpu::buffer<float> x(items), out(width);
        const support::array_view<const float, 2> matrix{items.data(), {height, width}, {width, 1}};
        const auto expected = support::trees_of(matrix, 1, 0.1f, impulse::plus{});
        const auto columns =
            impulse::columns(impulse::matrix_view{static_cast<const float*>(x.data()), height, width});
        gpu::for_each_policy([&](const std::string& name, const auto& policy) {
            const auto how = policy.on(gpu::one_multiprocessor{{s}});
            CHECK(gpu::stages_as_card_does(
                impulse::reduce_into.plan(how, columns, out.data(), 0.1f, impulse::plus{})));
            impulse::reduce_into(how, columns, out.data(), 0.1f, impulse::plus{});
            s.wait();
            gpu::check_results(name, out, expected);
        });
    }
}
