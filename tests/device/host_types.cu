// SPDX-License-Identifier: Apache-2.0
// Types and functions that only the host or only the GPU has, in a file that nvcc compiles: it does not warn
// of calls between host and device. It compiles with warnings as errors.
#include "gpu.cuh"

#include <impulse/by_key.hpp>
#include <impulse/host.hpp>
#include <impulse/layouts.hpp>
#include <impulse/policies/all.hpp>
#include <impulse/reduce.hpp>
#include <impulse/running.hpp>

#include <string>
#include <vector>

namespace {

using impulse::index_t;

struct concatenate {
    std::string operator()(const std::string& a, const std::string& b) const { return a + b; }
};
/// An aggregate with accumulators of the host.
struct append {
    std::vector<int> lift(int item) const { return {item}; }
    void combine(std::vector<int>& a, const std::vector<int>& b) const {
        a.insert(a.end(), b.begin(), b.end());
    }
};
/// Functions that only the GPU has.
struct lesser {
    __device__ float operator()(float a, float b) const { return a < b ? a : b; }
};
struct twice {
    __device__ float operator()(float x) const { return 2 * x; }
};

template <class Policy>
void check_on_host(const Policy& how) {
    const std::vector<std::string> x{"a", "bcd", "e"};
    const std::vector<int> n{3, 1, 2}, offsets{0, 1, 3}, keys{7, 7, 8};
    const std::string none;
    const concatenate op;
    const std::vector<std::string> parts{"a", "bcde"}, each{"a", "bcd", "e"}, runs{"abcd", "e"};
    CHECK(impulse::reduce(how, x, none, op) == "abcde");
    CHECK(impulse::reduce(how, x, none, [](const std::string& a, const std::string& b) { return a + b; }) ==
          "abcde");
    CHECK(impulse::reduce_first(how, x, op) == "abcde");
    CHECK(impulse::reduce(how, n, std::vector<int>{}, append{}) == n);
    CHECK(impulse::reduce(how, impulse::segments(x, offsets), none, op) == parts);
    CHECK(impulse::reduce(how, impulse::segments(n, offsets), std::vector<int>{}, append{})[1] ==
          std::vector{1, 2});
    CHECK(impulse::reduce(how, impulse::batches(x, 1), none, op) == each);
    CHECK(impulse::reduce(how, impulse::columns(impulse::matrix_view{x.data(), 1, 3}), none, op) == each);
    CHECK(impulse::reduce(how, impulse::columns(impulse::matrix_view{n.data(), 3, 1}), std::vector<int>{},
                          append{})[0] == n);
    CHECK(impulse::reduce(how, impulse::rows(impulse::matrix_view{x.data(), 3, 1}), none, op) == each);
    CHECK(impulse::reduce(how, impulse::by_key(keys, x), none, op) == runs);
    auto run = impulse::running_reduction<std::string>(how, none, op);
    run.push(x);
    CHECK(run.value() == "abcde");
}

template <class Policy>
void check_on_device(const Policy& how) {
    const gpu::buffer<float> x(std::vector<float>{3, 1, 2}), out(3);
    const gpu::buffer<int> offsets(std::vector<int>{0, 1, 3}), keys(std::vector<int>{7, 7, 8}), count(1);
    const lesser op;
    const auto results = [&](int n) {
        std::vector<float> all = gpu::download(out);
        all.resize(static_cast<std::size_t>(n));
        return all;
    };
    impulse::transform_reduce_into(how, x, out.data(), 9.f, op, twice{});
    CHECK(results(1) == std::vector{2.f});
    impulse::reduce_into(how, impulse::segments(x, offsets), out.data(), 9.f, op);
    CHECK(results(2) == std::vector{3.f, 1.f});
    impulse::reduce_into(how, impulse::batches(x, 3), out.data(), 9.f, op);
    CHECK(results(1) == std::vector{1.f});
    impulse::reduce_into(how, impulse::columns(impulse::matrix_view{x.data(), 3, 1}), out.data(), 9.f, op);
    CHECK(results(1) == std::vector{1.f});
    impulse::reduce_by_key_into(how, impulse::by_key(keys, x), keys.data(), out.data(), count.data(), 9.f,
                                op);
    CHECK(results(2) == std::vector{1.f, 2.f});
}

}  // namespace

TEST_CASE("host types: strings and vectors in a file of nvcc") {
    check_on_host(impulse::last_block.on(impulse::host));
    check_on_host(impulse::two_pass.on(impulse::host));
    check_on_host(impulse::work_queue.on(impulse::host));
}
TEST_CASE("host types: functions that only the GPU has") {
    check_on_device(impulse::last_block.on(impulse::device));
    check_on_device(impulse::two_pass.on(impulse::device));
    check_on_device(impulse::work_queue.on(impulse::device));
}
