// SPDX-License-Identifier: Apache-2.0
// Several devices: GPUs, one of them twice, and the host together with them.
//
// The items are on the host, or in each device's memory.
#include "tree.cuh"

#include <impulse/host.hpp>

#include <impulse/devices.hpp>
#include <impulse/explain.hpp>
#include <impulse/sums.hpp>

#include <message_of.hpp>

using impulse::devices;
using impulse::host;
using number = std::uint64_t;

namespace {

template <class Op>
void check_tree(index_t n, const Op& op, unsigned long long salt) {
    auto random = support::random_source(salt);
    const gpu::stream s, t;
    const auto items = support::make_items(n, gpu::make_hash{});
    const gpu::buffer<number> there(items);
    const gpu::buffer<number> out(1);
    const number all = impulse::tree_fold(items, number{9}, op);
    const auto check = [&](const std::string& what, const auto& place, const auto& x) {
        gpu::check_equal(what, n, impulse::reduce(impulse::last_block.on(place), x, number{9}, op) == all);
    };
    const auto c = support::random_cuts(random, n, 4, 16);
    const auto apart = [&](const auto& a, const auto& b, const auto& d, const auto& e) {
        return impulse::distributed<number>{{a, there.data(), c[1]},
                                            {b, there.data() + c[1], c[2] - c[1]},
                                            {d, there.data() + c[2], c[3] - c[2]},
                                            {e, there.data() + c[3], n - c[3]}};
    };
    check("dealt to one", devices(0), items);
    check("dealt to streams", devices(s, t, s), items);
    check("dealt to GPU and host", devices(0, host, t), items);
    check("dealt to host and GPU", devices(host, 0), items);
    check("dealt from a GPU", devices(0, s), there);
    check("dealt to all", devices(), items);
    check("dealt to a list and the host", devices(std::vector<int>(2, 0), host), items);
    check("apart, once", devices(0), apart(0, 0, 0, 0));
    check("apart, by default", devices(impulse::device), apart(0, nullptr, 0, 0));
    check("apart, on streams", devices(s, t, 0), apart(t, s, 0, t));
    const auto mixed = [&](const auto& first) {
        return impulse::distributed<number>{{first, there.data(), c[1]},
                                            {host, items.data() + c[1], c[2] - c[1]},
                                            {first, there.data() + c[2], c[3] - c[2]},
                                            {host, items.data() + c[3], n - c[3]}};
    };
    check("apart, host and GPU", devices(host, s), mixed(s));

    // Calls follow the order of the first device's stream, which need not be the stream of a part.
    for (int again = 0; again < 3; ++again) {
        impulse::reduce_into(impulse::two_pass.on(devices(s, t)), apart(t, s, t, t), out.data(), number{9},
                             op);
        gpu::check_equal("apart, into", n, gpu::fetch(out.data(), s) == all);
    }
    impulse::reduce_into(impulse::last_block.on(devices(s, host)), mixed(s), out.data(), number{9}, op);
    gpu::check_equal("mixed, into a GPU's", n, gpu::fetch(out.data(), s) == all);
    number here = 0;
    impulse::reduce_into(impulse::last_block.on(devices(host, s)), items, &here, number{9}, op);
    gpu::check_equal("mixed, into the host's", n, here == all);
    gpu::check_equal("nothing is left in CUDA's last error", n, cudaGetLastError() == cudaSuccess);
}

}  // namespace

TEST_CASE("devices: the tree, dealt or apart, on GPUs and the host") {
    for (const index_t n : {0, 1, 15, 16, 17, 1000, 70'001}) check_tree(n, gpu::mix{}, 11);
    for (const index_t n : {0, 1, 33, 1000, 70'001}) check_tree(n, support::mix_of_sixteen{}, 12);
    check_tree(9'000'017, gpu::mix{}, 13);  // several buffers for each device
}

TEST_CASE("devices: a share that is a node is explained as the ordinary reduction that it is") {
    const std::vector<number> x(1 << 20);
    const auto words = [&](index_t n) {
        return impulse::explain(impulse::automatic.on(devices(0, 0)), x.data(), x.data() + n);
    };
    CHECK(words(1 << 20).find("short results") == std::string::npos);
    CHECK(words(1'000'000).find("short results") != std::string::npos);
}

TEST_CASE("devices: what is refused") {
    const std::vector<number> x(10, 1);
    const gpu::buffer<number> there(x);
    const gpu::stream s;
    const int gpus = impulse::device_count();
    CHECK(support::message_of([&] { devices(0, gpus); }) ==
          "impulse: devices has GPU " + std::to_string(gpus) + ", but this machine has " +
              std::to_string(gpus) + (gpus == 1 ? " GPU" : " GPUs"));
    const std::string none = "impulse: devices has an empty list; each list must name a GPU";
    CHECK(support::message_of([] { devices(std::vector<int>{}); }) == none);
    CHECK(support::message_of([] { devices(host, std::vector<cudaStream_t>{}); }) == none);
    CHECK(support::message_of([] { devices(std::vector<int>{}, 0); }) == none);
    const auto policy = impulse::automatic.on(devices(0));
    CHECK(support::message_of([&] {
              impulse::sum(policy, impulse::distributed<number>{{s, there.data(), 10}});
          }) == "impulse: input has a part at item 0 on a stream of a GPU, which the policy does not name");
    CHECK(support::message_of([&] {
              impulse::sum(impulse::automatic.on(devices(0, host)),
                           impulse::distributed<number>{{host, there.data(), 10}});
          }).starts_with("impulse: input points to memory of GPU 0, which the host cannot reach"));
    CHECK(support::message_of([&] { impulse::sum_into(policy, x, static_cast<number*>(nullptr)); }) ==
          "impulse: out is a null pointer; need a pointer to the result");
    gpu::must(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    const std::string of_captured =
        support::message_of([&] { impulse::sum(impulse::automatic.on(devices(s)), x); });
    cudaGraph_t graph = nullptr;
    gpu::must(cudaStreamEndCapture(s, &graph));
    gpu::must(cudaGraphDestroy(graph));
    CHECK(of_captured ==
          "impulse: devices has a stream that is being captured, but calls over devices cannot be captured");
    CHECK(impulse::sum(policy, x) == 10);
}
