// SPDX-License-Identifier: Apache-2.0
// 1, 2, … GPUs, as many as there are, whose items are in their own memory and cut at random: the result has
// the bits of one GPU and of the host.
#include "tree.cuh"

#include <impulse/devices.hpp>

#include <algorithm>
#include <memory>
#include <numeric>

namespace {

/// A part of the input in the current GPU's memory, and a stream of that GPU.
template <class T>
struct resident {
    explicit resident(const std::vector<T>& items) : part(items) {}
    gpu::buffer<T> part;
    gpu::stream stream;
};

/// GPUs in any order, perhaps one of them twice. A machine with one GPU uses it alone.
std::vector<int> random_gpus(int count, std::mt19937_64& random) {
    std::vector<int> numbers(static_cast<std::size_t>(gpu::devices()));
    std::iota(numbers.begin(), numbers.end(), 0);
    std::shuffle(numbers.begin(), numbers.end(), random);
    numbers.resize(static_cast<std::size_t>(count));
    numbers.push_back(numbers[static_cast<std::size_t>(support::random_between(random, 0, count - 1))]);
    return numbers;
}

template <class Make, class T, class Op>
void check_cut(const std::string& name, const std::vector<int>& gpus, index_t n, const Make& make,
               const T& init, const Op& op, std::mt19937_64& random) {
    const auto items = support::make_items(n, make);
    const T all = impulse::tree_fold(items, init, op);
    const auto check = [&](const std::string& how, const T& value) {
        gpu::check_equal(name + ", " + how + ", with " + std::to_string(gpus.size()) + " devices", n,
                         gpu::same_bits(value, all));
    };
    const gpu::stream s;
    const gpu::buffer<T> whole(items);
    check("by one GPU", impulse::reduce(impulse::automatic.on(s), whole, init, op));

    const auto cuts = support::random_cuts(random, n, static_cast<int>(gpus.size()));
    std::vector<std::unique_ptr<resident<T>>> parts;
    std::vector<typename impulse::distributed<T>::part> by_number, by_stream;
    std::vector<cudaStream_t> streams;
    for (std::size_t p = 0; p < gpus.size(); ++p) {
        gpu::must(cudaSetDevice(gpus[p]));
        parts.push_back(std::make_unique<resident<T>>(
            std::vector<T>(items.begin() + cuts[p], items.begin() + cuts[p + 1])));
        const auto& its = *parts.back();
        by_number.emplace_back(gpus[p], its.part.data(), its.part.size());
        by_stream.emplace_back(its.stream.get(), its.part.data(), its.part.size());
        streams.push_back(its.stream);
    }
    gpu::must(cudaSetDevice(gpus.front()));  // the first GPU leads
    const gpu::buffer<T> out(1);
    gpu::must(cudaSetDevice(0));
    const auto numbers = impulse::devices(gpus), lanes = impulse::devices(streams);
    const impulse::distributed<T> of_numbers(by_number), of_streams(by_stream);
    check("by their numbers", impulse::reduce(impulse::last_block.on(numbers), of_numbers, init, op));
    check("by streams", impulse::reduce(impulse::automatic.on(lanes), of_streams, init, op));
    check("dealt", impulse::reduce(impulse::automatic.on(numbers), items, init, op));
    for (int again = 0; again < 2; ++again)  // no call waits for the one before
        impulse::reduce_into(impulse::automatic.on(lanes), of_streams, out.data(), init, op);
    check("into", gpu::fetch(out.data(), streams.front()));
    gpu::check_equal("CUDA's last error is clear", n, cudaGetLastError() == cudaSuccess);
}

}  // namespace

TEST_CASE("devices: any number of GPUs, cut at random") {
    auto random = support::random_source(14);
    for (int count = 1; count <= gpu::devices(); ++count) {
        for (const index_t n : {1, 1000, 70'001, 3'000'001}) {
            const auto gpus = random_gpus(count, random);
            check_cut("mix", gpus, n, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, random);
            check_cut("floats", gpus, n, gpu::make_uneven<float>{}, 0.5f, impulse::plus{}, random);
            check_cut("matrices", gpus, n, support::make_isometry{3}, support::float_matrix{{1, 0, 0, 1}},
                      support::multiply_float_matrices{}, random);
        }
    }
}
