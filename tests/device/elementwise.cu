// SPDX-License-Identifier: Apache-2.0
// Arrays of GPUs of one process, joined item by item: some of the GPUs, all, and one of them several times.
#include "tree.cuh"

#include <impulse/host.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>

#include <algorithm>
#include <memory>
#include <message_of.hpp>
#include <numeric>
#include <tree_suite.hpp>

using impulse::copies;
using impulse::distributed;
using impulse::index_t;
using support::message_of;

namespace {

/// Memory of the current GPU; of a pool that other GPUs cannot reach.
template <class Item>
struct in_own_memory {
    explicit in_own_memory(const std::vector<Item>& from) : all(from) {}
    Item* data() const { return all.data(); }
    std::vector<Item> read() const { return gpu::download(all); }
    gpu::buffer<Item> all;
};
template <class Item>
struct in_pool {
    explicit in_pool(const std::vector<Item>& from) : count(from.size()) {
        gpu::must(cudaMallocAsync(reinterpret_cast<void**>(&all), bytes() + 1, nullptr));
        gpu::must(cudaMemcpy(all, from.data(), bytes(), cudaMemcpyDefault));
    }
    ~in_pool() { (void)cudaFree(all); }
    in_pool(const in_pool&) = delete;
    in_pool& operator=(const in_pool&) = delete;
    Item* data() const { return all; }
    std::vector<Item> read() const {
        std::vector<Item> found(count);
        gpu::must(cudaMemcpy(found.data(), all, bytes(), cudaMemcpyDefault));
        return found;
    }
    std::size_t bytes() const { return count * sizeof(Item); }
    std::size_t count;
    Item* all = nullptr;
};

/// f(member) for each, with its GPU as the current one.
template <class Function>
void on_each(const std::vector<int>& gpus, const Function& f) {
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        gpu::must(cudaSetDevice(gpus[i]));
        f(i);
    }
    gpu::must(cudaSetDevice(0));
}

/// The arrays of members, each in the memory of its GPU; of member i the items [begin(i), begin(i) +
/// count(i)).
template <class Item, template <class> class Memory>
struct arrays {
    template <class Bounds>
    arrays(const std::vector<int>& gpus, const std::vector<Item>& all, const Bounds& bounds) {
        on_each(gpus, [&](std::size_t i) {
            const auto [begin, count] = bounds(static_cast<index_t>(i));
            memory.push_back(std::make_unique<Memory<Item>>(
                std::vector<Item>(all.begin() + begin, all.begin() + begin + count)));
            parts.push_back({gpus[i], memory.back()->data(), count});
            pointers.push_back(memory.back()->data());
        });
    }
    std::vector<std::unique_ptr<Memory<Item>>> memory;
    std::vector<typename distributed<Item>::part> parts;
    std::vector<Item*> pointers;
};

template <template <class> class Memory, class Item, class... InitAndOp>
void check_tree(const char* what, const std::vector<int>& gpus, index_t m, const std::vector<Item>& all,
                const InitAndOp&... rest) {
    const auto members = static_cast<index_t>(gpus.size());
    const auto expected =
        impulse::reduce(impulse::columns(impulse::matrix_view{all.data(), members, m}), rest...);
    using result = typename std::remove_cvref_t<decltype(expected)>::value_type;
    const auto whole = [&](index_t) { return std::pair{index_t{0}, m}; };
    const auto row = [&](index_t i) { return std::pair{i * m, m}; };
    const auto cut = [&](index_t r) { return m / members * r + m % members * r / members; };
    const auto shard = [&](index_t i) { return std::pair{cut(i), cut(i + 1) - cut(i)}; };
    const std::vector<result> nothing(expected.size());
    const arrays<Item, Memory> x(gpus, all, row);
    const auto its = impulse::elementwise(distributed<Item>(x.parts));
    const auto place = impulse::devices(gpus);
    const auto check = [&](const std::string& how, const arrays<result, Memory>& found, const auto& bounds) {
        on_each(gpus, [&](std::size_t i) {
            gpu::must(cudaDeviceSynchronize());
            const auto [begin, count] = bounds(static_cast<index_t>(i));
            const std::vector<result> got = found.memory[i]->read();
            index_t wrong = 0;
            for (index_t j = 0; j < count; ++j)
                wrong += gpu::same_bits(got[static_cast<std::size_t>(j)],
                                        expected[static_cast<std::size_t>(begin + j)])
                             ? 0
                             : 1;
            gpu::check_equal(std::string(what) + how + ", member " + std::to_string(i), count, wrong == 0);
        });
    };
    const arrays<result, Memory> out(gpus, nothing, whole), shards(gpus, nothing, shard),
        root(gpus, nothing, whole);
    impulse::reduce_into(impulse::automatic.on(place), its, copies<result>(out.pointers), rest...);
    check(" to all", out, whole);
    impulse::reduce_into(impulse::automatic.on(place.scattered()), its, copies<result>(shards.pointers),
                         rest...);
    check(" in shards", shards, shard);
    const std::size_t last = gpus.size() - 1;
    std::vector<result*> only(gpus.size());
    only[last] = root.pointers[last];
    impulse::reduce_into(impulse::automatic.on(place.root(static_cast<int>(last))), its, copies<result>(only),
                         rest...);
    check(" at the root", root, [&](index_t i) {
        return static_cast<std::size_t>(i) == last ? whole(i) : std::pair{index_t{0}, index_t{0}};
    });
    if constexpr (std::is_same_v<Item, result>) {
        impulse::reduce_into(impulse::automatic.on(place), its, copies<Item>(x.pointers), rest...);
        check(" in place", x, whole);
    }
}

template <template <class> class Memory>
void check_numbers(const std::vector<int>& gpus, index_t m) {
    const index_t n = static_cast<index_t>(gpus.size()) * m;
    check_tree<Memory>("float", gpus, m, support::make_items(n, gpu::make_uneven<float>{3}), 0.5f);
    check_tree<Memory>("mix", gpus, m, support::made_numbers(n, 7), std::uint64_t{9}, gpu::mix{});
}
template <template <class> class Memory>
void check_types(const std::vector<int>& gpus, index_t m) {
    const index_t n = static_cast<index_t>(gpus.size()) * m;
    const auto floats = support::make_items(n, gpu::make_uneven<float>{5});
    check_tree<Memory>("wide", gpus, m, floats, 0.25, impulse::plus{});
    std::vector<std::int8_t> bytes;
    std::vector<support::float_matrix> matrices;
    for (const std::uint64_t a : support::made_numbers(n, 11)) {
        bytes.push_back(static_cast<std::int8_t>(a));
        const auto small = [&](int by) { return static_cast<float>(a >> by & 255) / 256.f - .5f; };
        matrices.push_back({{1 + small(0), small(8), small(16), 1 - small(24)}});
    }
    check_tree<Memory>("bytes", gpus, m, bytes, 3);
    check_tree<Memory>("matrices", gpus, m, matrices, support::float_matrix{{1, 0, 0, 1}},
                       support::multiply_float_matrices{});
    check_tree<Memory>("leaves", gpus, m, support::made_numbers(n, 13), std::uint64_t{2},
                       support::mix_of_leaves{});
}

/// The first `count` GPUs.
std::vector<int> gpus_of(int count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

}  // namespace

TEST_CASE("[sanitize] devices: arrays of one GPU, several times") {
    for (const int members : {1, 2, 3, 5, 16})
        for (const index_t m : {0, 1, 1000, 30'001})
            check_numbers<in_own_memory>(std::vector<int>(members), m);
    check_types<in_own_memory>({0, 0, 0}, 30'004);
}

TEST_CASE("devices: arrays of 1, 2, ... GPUs, and of all of them") {
    for (int count = 1; count <= gpu::devices(); ++count) {
        for (const index_t m : {1, 1000, 300'001, 4'000'000}) check_numbers<in_own_memory>(gpus_of(count), m);
        check_types<in_own_memory>(gpus_of(count), 30'004);
    }
}

TEST_CASE("devices: arrays of 2, 3, ... GPUs that lead in another order") {
    for (int count = 2; count <= gpu::devices(); ++count) {
        auto gpus = gpus_of(gpu::devices());
        std::reverse(gpus.begin(), gpus.end());
        gpus.resize(static_cast<std::size_t>(count));
        check_numbers<in_own_memory>(gpus, 300'001);
    }
}

TEST_CASE("devices: arrays of 1, 2, ... GPUs that do not reach each other's memory") {
    for (int count = 1; count <= gpu::devices(); ++count)
        for (const index_t m : {1, 1000, 300'001, 9'000'000}) check_numbers<in_pool>(gpus_of(count), m);
}

TEST_CASE("devices: arrays by other algorithms") {
    const std::vector<double> all = support::make_items(6000, gpu::make_uneven<double>{8});
    const auto matrix = impulse::columns(impulse::matrix_view{all.data(), 3, 2000});
    const gpu::buffer<double> x(all), out(2000);
    const distributed<double> parts{
        {0, x.data(), 2000}, {0, x.data() + 2000, 2000}, {0, x.data() + 4000, 2000}};
    const auto policy = impulse::automatic.on(impulse::devices(0, 0, 0).root(1));
    const auto its = impulse::elementwise(parts);
    impulse::variance_into(policy, its, copies<double>{nullptr, out.data(), nullptr});
    gpu::check_results("variance", out, impulse::variance(matrix));
    impulse::transform_reduce_into(policy, its, copies<double>{nullptr, out.data(), nullptr}, 0.5,
                                   impulse::plus{}, gpu::square{});
    gpu::check_results("squares", out,
                       impulse::transform_reduce(matrix, 0.5, impulse::plus{}, gpu::square{}));
    const gpu::buffer<index_t> first(2000);
    impulse::min_element_into(policy, its, copies<index_t>{nullptr, first.data(), nullptr});
    gpu::check_results("min_element", first, impulse::argmin(matrix));
}

TEST_CASE("devices: arrays that do not match are refused") {  // other sentences: error_table.cu
    const gpu::buffer<float> x(20), out(20), more(10);
    const auto refused = [&](const std::vector<float*>& outs, const char* expected) {
        const distributed<float> parts{{0, x.data(), 10}, {0, x.data() + 10, 10}};
        const std::string found = message_of([&] {
            impulse::sum_into(impulse::automatic.on(impulse::devices(0, 0)), impulse::elementwise(parts),
                              copies<float>(outs));
        });
        INFO(found);
        CHECK(found.find(expected) != std::string::npos);
    };
    refused({out.data(), nullptr}, "out is a null pointer");
    refused({more.data(), x.data()}, "pointer 1 to memory of the items of member 0");
    CHECK(message_of([] { impulse::devices(0, 0).root(2); }) ==
          "impulse: root is 2; it must be between 0 and 1");
}

TEST_CASE("devices: explain says how GPUs share arrays") {
    const gpu::buffer<float> x(10), y(10);
    const distributed<float> parts{{0, x.data(), 10}, {0, y.data(), 10}};
    const std::string words =
        impulse::explain(impulse::automatic.on(impulse::devices(0, 0)), impulse::elementwise(parts), 0.f);
    CAPTURE(words);
    CHECK(words.starts_with("devices    2; each has an array, joined item by item"));
    CHECK(words.find("results    at most 10\n") != std::string::npos);
    CHECK(words.find("rows       2, joined in place") != std::string::npos);
}
