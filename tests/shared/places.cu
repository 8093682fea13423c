// SPDX-License-Identifier: Apache-2.0
// Where a call runs in code that nvcc compiles: with host iterators on the host; and without a GPU, calls for
// the device report that there is none.
#include <doctest/doctest.h>

#include <message_of.hpp>
#include <policies.hpp>

#include <impulse/host.hpp>
#include <impulse/reduce.hpp>

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <type_traits>
#include <vector>

namespace {

bool has_gpu() { return impulse::device_count() > 0; }

const std::vector<int> items(1000, 2);

/// Checks that a call for the device throws CUDA's error if there is no GPU.
template <class F>
void check_no_gpu(const F& call) {
    try {
        call();
        FAIL("nothing was thrown");
    } catch (const impulse::cuda_error& error) {
        CHECK((error.code() == cudaErrorNoDevice || error.code() == cudaErrorInsufficientDriver));
        const std::string message = error.what();
        CAPTURE(message);
        CHECK(message.find("impulse: looking for a GPU: cudaError") == 0);
    }
}

}  // namespace

TEST_CASE("places: host iterators go to the host, with and without a GPU") {
    static_assert(
        std::is_same_v<decltype(impulse::detail::placed<const int*>(impulse::last_block))::place_type,
                       impulse::host_place>);
    support::for_each_shape([](auto, const auto& policy) {
        CHECK(impulse::reduce(policy, items, 0) == 2000);
        CHECK(impulse::reduce(policy, items.data(), items.data() + 10, 0) == 20);
        CHECK(impulse::reduce(policy.on(impulse::host), items.begin(), items.end(), 0) == 2000);
    });
}

TEST_CASE("places: an exception of an operator reaches the caller") {
    const auto throws = [](int, int) -> int { throw std::runtime_error("no"); };
    CHECK_THROWS_AS((void)impulse::reduce(items, 0, throws), std::runtime_error);
}

TEST_CASE("places: a null out is named") {
    const std::string message =
        support::message_of([&] { impulse::reduce_into(items, static_cast<int*>(nullptr), 0); });
    CHECK(message == "impulse: out is a null pointer; need a pointer to the result");
}

TEST_CASE("places: no GPU is a cuda_error that says so" * doctest::skip(has_gpu())) {
    const int* const x = items.data();
    const auto on_device = impulse::last_block.on(impulse::device);
    int out = 0;
    check_no_gpu([&] { (void)impulse::reduce(on_device, x, x + 1000, 0); });
    check_no_gpu([&] { impulse::reduce_into(on_device, x, x + 1000, &out, 0); });
    check_no_gpu(
        [&] { (void)impulse::reduce(impulse::work_queue.on(cudaStream_t{nullptr}), x, x + 1000, 0); });
    check_no_gpu([&] { (void)impulse::workspace_bytes(on_device, x, x + 1000, &out, 0); });
    check_no_gpu([&] { const impulse::workspace space(1024); });
    CHECK(impulse::reduce(items, 0) == 2000);  // still usable
}

TEST_CASE("places: how many GPUs there are is asked without a trace") {
    int devices = -1;
    const cudaError_t before = cudaPeekAtLastError();
    static_assert(noexcept(impulse::device_count()));
    const int count = impulse::device_count();
    CHECK(cudaPeekAtLastError() == before);
    if (cudaGetDeviceCount(&devices) != cudaSuccess) devices = 0;
    CHECK(count == devices);
    CHECK(impulse::device_count() == devices);
}

#define TEXT_OF_(...) #__VA_ARGS__
#define TEXT_OF(...) TEXT_OF_(__VA_ARGS__)

TEST_CASE("places: files for other GPUs share no function") {
    std::string architectures = TEXT_OF(__CUDA_ARCH_LIST__);
    std::erase(architectures, ',');
    CHECK(std::string(TEXT_OF(IMPULSE_ABI)).find("_" + architectures + "_") != std::string::npos);
}
