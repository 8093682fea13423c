// SPDX-License-Identifier: Apache-2.0
// Arrays of GPUs of one process, joined item by item: all GPUs, and one of them twice.
#include "tree.cuh"

#include <impulse/host.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

#include <message_of.hpp>

using impulse::copies;
using impulse::distributed;
using support::message_of;

namespace {

/// The arrays of members, each in the memory of its GPU.
template <class Item>
struct arrays {
    template <class Make>
    arrays(const std::vector<int>& gpus, index_t m, const Make& make)
        : all(support::make_items(static_cast<index_t>(gpus.size()) * m, make)) {
        for (std::size_t i = 0; i < gpus.size(); ++i) {
            gpu::must(cudaSetDevice(gpus[i]));
            const auto begin = all.begin() + static_cast<index_t>(i) * m;
            memory.push_back(std::make_unique<gpu::buffer<Item>>(std::vector<Item>(begin, begin + m)));
            parts.push_back({gpus[i], memory.back()->data(), m});
            pointers.push_back(memory.back()->data());
        }
        gpu::must(cudaSetDevice(0));
    }
    std::vector<Item> all;
    std::vector<std::unique_ptr<gpu::buffer<Item>>> memory;
    std::vector<typename distributed<Item>::part> parts;
    std::vector<Item*> pointers;
};

template <class Item, class Make, class Op>
void check_tree(const std::vector<int>& gpus, index_t m, const Make& make, const Item& init, const Op& op) {
    const auto members = static_cast<index_t>(gpus.size());
    const arrays<Item> x(gpus, m, make);
    const arrays<Item> out(gpus, m, [&](index_t) { return init; });
    const auto expected =
        impulse::reduce(impulse::columns(impulse::matrix_view{x.all.data(), members, m}), init, op);
    const auto policy = impulse::automatic.on(impulse::devices(gpus));
    const auto check = [&](const std::string& what, const arrays<Item>& found) {
        for (std::size_t i = 0; i < gpus.size(); ++i) {
            gpu::must(cudaSetDevice(gpus[i]));
            gpu::must(cudaDeviceSynchronize());
            gpu::check_results(what + ", member " + std::to_string(i), *found.memory[i], expected);
        }
        gpu::must(cudaSetDevice(0));
    };
    impulse::reduce_into(policy, impulse::elementwise(distributed<Item>(x.parts)), copies<Item>(out.pointers),
                         init, op);
    check("apart", out);
    impulse::reduce_into(policy, impulse::elementwise(distributed<Item>(x.parts)), copies<Item>(x.pointers),
                         init, op);
    check("in place", x);
}

void check_all(const std::vector<int>& gpus) {
    for (const index_t m : {1, 1000, 300'001, 9'000'001}) {
        check_tree(gpus, m, gpu::make_uneven<float>{3}, 0.5f, impulse::plus{});
        check_tree(gpus, m, gpu::make_hash{}, gpu::mix_init, gpu::mix{});
    }
}

}  // namespace

TEST_CASE("[sanitize] devices: arrays of one GPU, twice and four times") {
    check_all({0, 0});
    check_all({0, 0, 0, 0});
}

TEST_CASE("devices: arrays of all GPUs") {
    std::vector<int> all;
    for (int g = 0; g < gpu::devices(); ++g) all.push_back(g);
    check_all(all);
}

TEST_CASE("devices: arrays that do not match are refused") {
    const gpu::buffer<float> x(10), out(10), more(10);
    const auto call = [&](index_t other, int gpu, const std::vector<float*>& outs) {
        const distributed<float> parts{{0, x.data(), 10}, {gpu, x.data(), other}};
        return message_of([&] {
            impulse::sum_into(impulse::automatic.on(impulse::devices(0, 0)), impulse::elementwise(parts),
                              copies<float>(outs));
        });
    };
    CHECK(call(9, 0, {out.data(), out.data()}).find("9 items in part 1, but 10 in part 0") !=
          std::string::npos);
    CHECK(call(10, 1, {out.data(), out.data()}).find("part 1 on GPU 1") != std::string::npos);
    CHECK(call(10, 0, {out.data()}).find("copies has 1 pointer") != std::string::npos);
    CHECK(call(10, 0, {out.data(), nullptr}).find("out is a null pointer") != std::string::npos);
    CHECK(call(10, 0, {out.data(), out.data() + 9}).find("pointer 0 to memory of the results of member 1") !=
          std::string::npos);
    CHECK(call(10, 0, {more.data(), x.data()}).find("pointer 1 to memory of the items of member 0") !=
          std::string::npos);
}

TEST_CASE("devices: explain says how GPUs share arrays") {
    const gpu::buffer<float> x(10), y(10);
    const distributed<float> parts{{0, x.data(), 10}, {0, y.data(), 10}};
    const std::string words =
        impulse::explain(impulse::automatic.on(impulse::devices(0, 0)), impulse::elementwise(parts), 0.f);
    CAPTURE(words);
    CHECK(words.starts_with("devices    2, each with an array, joined item by item"));
    CHECK(words.find("results    at most 10\n") != std::string::npos);
}
