// SPDX-License-Identifier: Apache-2.0
// The short algorithms on the GPU that write through a pointer: each `_into` form is compared with the form
// that returns its value.
#include "gpu.cuh"

#include <impulse/algorithms.hpp>

namespace {

struct is_odd {
    IMPULSE_SHARED bool operator()(int x) const { return x % 2 != 0; }
};

struct make_small {
    IMPULSE_SHARED int operator()(index_t i) const {
        return static_cast<int>(support::scatter(static_cast<std::uint64_t>(i)) % 100) - 50;
    }
};

/// Calls form(policy, x, out) with a workspace of exactly the required bytes, and returns what was written.
template <class Result, class Form, class... Rest>
Result written(const Form& form, const gpu::buffer<int>& x, const Rest&... rest) {
    const gpu::stream s;
    const gpu::buffer<Result> out(1);
    const auto how = impulse::last_block.on(s);
    impulse::workspace space(form.workspace_bytes(how, x, rest..., out.data()), {s});
    form(how.with(space), x, rest..., out.data());
    const Result with_workspace = gpu::fetch(out.data(), s);
    form(how, x.begin(), x.end(), rest..., out.data());
    const Result without = gpu::fetch(out.data(), s);
    CHECK(std::memcmp(&with_workspace, &without, sizeof(Result)) == 0);
    return without;
}

/// The same for forms with an argument after `out`.
template <class Result, class Form, class Last>
Result written_with(const Form& form, const gpu::buffer<int>& x, const Last& last) {
    const gpu::stream s;
    const gpu::buffer<Result> out(1);
    const auto how = impulse::last_block.on(s);
    impulse::workspace space(form.workspace_bytes(how, x, out.data(), last), {s});
    form(how.with(space), x, out.data(), last);
    const Result with_workspace = gpu::fetch(out.data(), s);
    form(how, x.begin(), x.end(), out.data(), last);
    const Result without = gpu::fetch(out.data(), s);
    CHECK(std::memcmp(&with_workspace, &without, sizeof(Result)) == 0);
    return without;
}

struct seven {
    IMPULSE_SHARED int operator()(index_t) const { return 7; }
};

const std::vector<index_t> some_sizes{0, 1, 33, 1000, 300'007};

}  // namespace

TEST_CASE("algorithms into: sum, product, dot") {
    const auto how = impulse::last_block.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const auto x = gpu::made(n, make_small{});
        CHECK(written<long>(impulse::sum_into, x) == impulse::sum(how, x));
        CHECK(written<int>(impulse::product_into, x) == impulse::product(how, x));
        CHECK(written<int>(impulse::dot_into, x, x.begin()) == impulse::dot(how, x, x));
        CHECK(written<int>(impulse::inner_product_into, x, x) == impulse::dot(how, x, x));
    }
}

TEST_CASE("algorithms into: counts and predicates") {
    const auto how = impulse::last_block.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const auto x = gpu::made(n, make_small{});
        CHECK(written_with<index_t>(impulse::count_into, x, 7) == impulse::count(how, x, 7));
        CHECK(written_with<index_t>(impulse::count_if_into, x, is_odd{}) ==
              impulse::count_if(how, x, is_odd{}));
        CHECK(written_with<bool>(impulse::all_of_into, x, is_odd{}) == impulse::all_of(how, x, is_odd{}));
        CHECK(written_with<bool>(impulse::any_of_into, x, is_odd{}) == impulse::any_of(how, x, is_odd{}));
        CHECK(written_with<bool>(impulse::none_of_into, x, is_odd{}) == impulse::none_of(how, x, is_odd{}));
    }
}

TEST_CASE("algorithms into: positions are 64-bit indices, n where there is none") {
    const auto how = impulse::last_block.on(impulse::device);
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const auto x = gpu::made(n, make_small{});
        CHECK(written<index_t>(impulse::min_element_into, x) == impulse::min_element(how, x) - x.begin());
        CHECK(written<index_t>(impulse::max_element_into, x) == impulse::max_element(how, x) - x.begin());
        const auto both = impulse::minmax_element(how, x);
        const impulse::minmax_positions expected{both.first - x.begin(), both.second - x.begin()};
        CHECK(written<impulse::minmax_positions>(impulse::minmax_element_into, x) == expected);
    }
}

TEST_CASE("algorithms into: mean and variance") {
    const auto how = impulse::last_block.on(impulse::device);
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (const index_t n : some_sizes) {
        CAPTURE(n);
        const auto x = gpu::made(n, make_small{});
        CHECK(same(written<double>(impulse::mean_into, x), impulse::mean(how, x)));
        CHECK(same(written<double>(impulse::variance_into, x), impulse::variance(how, x)));
        CHECK(
            same(written_with<double>(impulse::variance_into, x, index_t{1}), impulse::variance(how, x, 1)));
    }
}

TEST_CASE("algorithms into: positions beyond 2^32") {
    // All items are equal, so the first minimum is the first item and the last maximum is the last item.
    const gpu::positions<seven> first{0, {}};
    const index_t n = (index_t{1} << 32) + 99;
    const gpu::buffer<impulse::minmax_positions> out(1);
    impulse::minmax_element_into(impulse::automatic.on(impulse::device), first, first + n, out.data());
    CHECK(gpu::fetch(out.data()) == impulse::minmax_positions{0, n - 1});
}
