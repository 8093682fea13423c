// SPDX-License-Identifier: Apache-2.0
// Two inputs over groups, projections and `reduce_first` on grids of emulated blocks: the host's bits.
#include <suite.hpp>

#include <emulated/check.hpp>

#include <impulse/algorithms.hpp>

namespace {

/// Neither associative nor commutative: the result shows which items were paired.
struct paired {
    IMPULSE_SHARED std::uint64_t operator()(std::uint64_t x, std::uint64_t y) const {
        return support::mix{}(x, y);
    }
};
struct as_third {
    IMPULSE_SHARED double operator()(std::uint64_t x) const { return static_cast<double>(x) / 3; }
};

}  // namespace

TEST_CASE("emulated: a matrix and a vector, projections, reduce_first" *
          doctest::skip(support::under_thread_sanitizer)) {
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 8> on(machine, emulated::machine_sizes[0]);
    const auto policy = impulse::last_block.on(on.place());
    const support::mix mix;
    const auto check = [&](const auto& write, std::size_t results, auto nothing) {
        std::vector<decltype(nothing)> here(results), there(results);
        write(impulse::automatic, here.begin());
        write(policy, there.data());
        CHECK(same_bits(there, here));
    };
    for (const auto& [height, wide] : {std::pair<index_t, index_t>{3, 700}, {100, 9}, {40, 33}}) {
        const index_t rows = height, width = wide;  // clang++ 14 cannot capture structured bindings
        CAPTURE(rows);
        const auto a = support::make_items(rows * width, support::make_hash{1});
        const auto v = support::make_items(width, support::make_hash{2});
        const auto w = support::make_items(rows, support::make_hash{3});
        const impulse::matrix_view matrix(a.data(), rows, width);
        const auto n = static_cast<std::size_t>(rows);
        check(
            [&](const auto& how, auto out) {
                impulse::transform_reduce_into(how, impulse::rows(matrix), v.data(), out, 9u, mix, paired{});
            },
            n, std::uint64_t{});
        check(
            [&](const auto& how, auto out) {
                impulse::transform_reduce_into(how, impulse::columns(matrix), w.data(), out, 9u, mix,
                                               paired{});
            },
            static_cast<std::size_t>(width), std::uint64_t{});
        // Arrays with different layouts: rows of one with rows or columns of the other.
        const impulse::matrix_view_left turned(a.data(), rows, width, rows);
        check(
            [&](const auto& how, auto out) {
                impulse::transform_reduce_into(how, impulse::rows(matrix), impulse::rows(turned), out, 9u,
                                               mix, paired{});
            },
            n, std::uint64_t{});
        check(
            [&](const auto& how, auto out) {
                impulse::transform_reduce_into(how, impulse::columns(matrix), impulse::columns(turned), out,
                                               9u, mix, paired{});
            },
            static_cast<std::size_t>(width), std::uint64_t{});
        check([&](const auto& how,
                  auto out) { impulse::sum_into(how, impulse::rows(matrix), out, as_third{}); },
              n, 0.0);
        check(
            [&](const auto& how, auto out) {
                impulse::reduce_first_into(how, impulse::rows(matrix), out, mix, std::uint64_t{7});
            },
            n, std::uint64_t{});
    }
}

TEST_CASE("emulated: a vector beside rows is loaded in words, and the rows are staged" *
          doctest::skip(support::under_thread_sanitizer)) {
    emulated::fibers machine(emulated::turns::by_chance);
    emulated::gpu<emulated::fibers, 8> on(machine, emulated::machine_sizes[0]);
    const auto policy = impulse::last_block.on(on.place());
    const support::mix mix;
    for (const auto& [height, wide] :
         {std::pair<index_t, index_t>{70, 17}, {60, 33}, {37, 64}, {9, 300}, {3, 1200}}) {
        const index_t rows = height, width = wide;
        CAPTURE(width);
        const auto a = support::make_items(rows * (width + 3), support::make_hash{1});
        const auto v = support::make_items(width, support::make_hash{2});
        std::vector<unsigned char> mask(a.size());
        for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = support::scatter(i) % 3 != 0;
        for (const index_t pitch : {width, width + 3}) {
            const impulse::matrix_view matrix(a.data(), rows, width, pitch);
            const impulse::matrix_view some(impulse::where(a.data(), mask.data()), rows, width, pitch);
            const auto n = static_cast<std::size_t>(rows);
            const auto check = [&](const auto& write, auto nothing) {
                std::vector<decltype(nothing)> here(n), there(n);
                write(impulse::automatic, here.data());
                write(policy, there.data());
                CHECK(same_bits(there, here));
            };
            check(
                [&](const auto& how, auto* out) {
                    impulse::transform_reduce_into(how, impulse::rows(matrix), v.data(), out, 9u, mix,
                                                   paired{});
                },
                std::uint64_t{});
            check(
                [&](const auto& how, auto* out) {
                    impulse::transform_reduce_into(how, impulse::rows(some), v.data(), out, 9u, mix,
                                                   paired{});
                },
                std::uint64_t{});
            check([&](const auto& how, auto* out) { impulse::argmin_into(how, impulse::rows(matrix), out); },
                  index_t{});
        }
    }
}
