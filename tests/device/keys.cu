// SPDX-License-Identifier: Apache-2.0
// Runs of equal keys: every run gives the tree over its own items, its first key, and the number of runs.
//
// Also counts that the GPU reads or writes.
#include "scratch.cuh"
#include "tree.cuh"

#include <keys.hpp>

#include <impulse/by_key.hpp>

#include <deque>
#include <ranges>

using support::offsets;

namespace {

/// A key whose size is not a power of two.
template <int Bytes>
struct key_of_bytes {
    std::int8_t bytes[Bytes];
    key_of_bytes() = default;
    explicit key_of_bytes(std::int8_t v) : bytes{} { bytes[Bytes - 1] = v; }
    IMPULSE_SHARED friend bool operator==(const key_of_bytes& a, const key_of_bytes& b) {
        for (int i = 0; i < Bytes; ++i)
            if (a.bytes[i] != b.bytes[i]) return false;
        return true;
    }
};

/// An accumulator of any number of words; four of them are aligned to 16 bytes.
template <int Words>
struct alignas(Words % 4 == 0 ? 16 : 4) words {
    std::uint32_t word[Words];
};
struct mix_words {
    template <int Words>
    IMPULSE_SHARED words<Words> operator()(const words<Words>& a, const words<Words>& b) const {
        words<Words> mixed;
        for (int w = 0; w < Words; ++w)
            mixed.word[w] = (a.word[w] ^ b.word[(w + 1) % Words] >> 3) * 2654435761u + b.word[w];
        return mixed;
    }
};
template <int Words>
struct make_words {
    IMPULSE_SHARED words<Words> operator()(index_t i) const {
        words<Words> made;
        for (int w = 0; w < Words; ++w)
            made.word[w] = static_cast<std::uint32_t>(gpu::make_hash{}(Words * i + w));
        return made;
    }
};

template <class Key, class T, class Make, class Op, class Policies>
void check_kinds(index_t most, const Make& make, const T& init, const Op& op, const Policies& for_each) {
    const gpu::stream s;
    const auto items = support::make_items(most, make);
    support::for_each_kind_of_offsets(most, [&](const std::string& kind, const offsets& at) {
        const auto runs = support::runs_of<Key>(at);
        const std::vector<T> values(items.begin(),
                                    items.begin() + static_cast<std::ptrdiff_t>(runs.keys.size()));
        auto expected = support::trees(values, runs.begins, runs.ends, init, op);
        const gpu::buffer<T> x(values);
        const gpu::buffer<Key> keys(runs.keys);
        const gpu::buffer<Key> first(static_cast<index_t>(expected.size()));  // exactly as many as there are
        const gpu::buffer<T> out(static_cast<index_t>(expected.size()));
        const gpu::buffer<index_t> count(1);
        for_each([&](const std::string& name, const auto& policy) {
            impulse::reduce_by_key_into(policy.on(s), impulse::by_key(keys, x), first.data(), out.data(),
                                        count.data(), init, op);
            s.wait();
            gpu::check_equal(kind + ", " + name, static_cast<index_t>(values.size()),
                             gpu::fetch(count.data(), s) == static_cast<index_t>(expected.size()));
            gpu::check_results(kind + ", " + name, out, expected);
            gpu::check_equal(kind + ", keys", static_cast<index_t>(values.size()),
                             gpu::download(first) == runs.first_keys);
        });
    });
}

}  // namespace

TEST_CASE("by key: the mix, by every policy") {
    for (const index_t most : {3000, 3'000'000})
        check_kinds<int>(most, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, gpu::for_each_policy);
}

TEST_CASE("by key: the mix, in shapes by hand") {
    for (const impulse::shape& shape : gpu::shapes())
        check_kinds<int>(20'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, gpu::each_policy_in(shape));
}

TEST_CASE("by key: sums of float and of integers, keys of one byte and of twelve") {
    check_kinds<std::int8_t>(2'000'000, gpu::make_uneven<float>{}, 0.1f, impulse::plus{},
                             gpu::for_last_block);
    check_kinds<support::wide_key>(200'000, gpu::make_input{3}, index_t{5}, impulse::plus{},
                                   gpu::for_last_block);
}

TEST_CASE("by key: keys of three, six and seven bytes") {
    check_kinds<key_of_bytes<3>>(200'000, gpu::make_uneven<float>{}, 0.1f, impulse::plus{},
                                 gpu::for_last_block);
    check_kinds<key_of_bytes<6>>(200'000, gpu::make_hash{}, gpu::mix_init, gpu::mix{}, gpu::for_last_block);
    check_kinds<key_of_bytes<7>>(200'000, gpu::make_input{3}, index_t{5}, impulse::plus{},
                                 gpu::for_last_block);
}

TEST_CASE("by key: keys of eight bytes and accumulators of 12 and of 16, which take the most shared memory") {
    check_kinds<std::int64_t>(200'000, make_words<3>{}, words<3>{{5, 6, 7}}, mix_words{},
                              gpu::for_last_block);
    check_kinds<std::int64_t>(200'000, make_words<4>{}, words<4>{{5, 6, 7, 8}}, mix_words{},
                              gpu::for_last_block);
}

TEST_CASE("by key: on several streams at once") {
    const auto items = support::make_items(1'000'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    struct call {
        explicit call(index_t length)
            : runs(support::runs_of<int>(support::offsets_of(
                  std::vector<index_t>(static_cast<std::size_t>(1'000'000 / length), length)))) {}
        gpu::stream stream;
        support::runs<int> runs;
        gpu::buffer<int> keys{runs.keys};
        gpu::buffer<int> first{static_cast<index_t>(runs.begins.size())};
        gpu::buffer<std::uint64_t> out{static_cast<index_t>(runs.begins.size())};
        gpu::buffer<index_t> count{1};
    };
    std::deque<call> calls;
    for (const index_t length : {3, 40, 700, 90'000}) calls.emplace_back(length);
    for (int round = 0; round < 10; ++round)
        for (const call& c : calls) {
            const auto values =
                std::ranges::subrange(x.begin(), x.begin() + static_cast<index_t>(c.runs.keys.size()));
            impulse::reduce_by_key_into(impulse::automatic.on(c.stream), impulse::by_key(c.keys, values),
                                        c.first.data(), c.out.data(), c.count.data(), gpu::mix_init,
                                        gpu::mix{});
        }
    for (const call& c : calls) {
        c.stream.wait();
        gpu::check_results("runs of " + std::to_string(c.runs.ends[0]), c.out,
                           support::trees(items, c.runs.begins, c.runs.ends, gpu::mix_init, gpu::mix{}));
    }
}

TEST_CASE("by key: leaves of 32 items") {
    check_kinds<int>(100'000, gpu::make_hash{}, gpu::mix_init, support::mix_of_leaves<32>{},
                     gpu::for_last_block);
}

TEST_CASE("by key: captured, with a workspace that other calls use by turns; and counted from there") {
    const gpu::stream s;
    const auto runs = support::runs_of<int>({0, 3, 40'000, 40'001, 40'700, 300'000});
    const auto items = support::make_items(300'000, gpu::make_hash{});
    const gpu::buffer<std::uint64_t> x(items);
    const gpu::buffer<int> keys(runs.keys);
    const gpu::buffer<int> first(5);
    const gpu::buffer<std::uint64_t> out(300'000);
    const gpu::buffer<std::uint64_t> whole(1);
    const gpu::buffer<int> count(1);
    const auto expected = support::trees(items, runs.begins, runs.ends, gpu::mix_init, gpu::mix{});
    gpu::for_two_policies([&](const std::string& name, const auto& policy) {
        const auto all = impulse::by_key(keys, x);
        const auto how = policy.on(s);
        impulse::workspace space(
            impulse::reduce_by_key_into.workspace_bytes(how, all, first.data(), out.data(), count.data(),
                                                        gpu::mix_init, gpu::mix{}),
            {s});
        const gpu::graph replayed(gpu::captured(s, [&] {
            impulse::reduce_by_key_into(how.with(space), all, first.data(), out.data(), count.data(),
                                        gpu::mix_init, gpu::mix{});
            impulse::reduce_into(how.with(space), impulse::counted(out, count.data()), whole.data(),
                                 gpu::mix_init, gpu::mix{});
        }));
        for (int replay = 0; replay < 10; ++replay) replayed.launch(s);
        s.wait();
        CHECK(gpu::fetch(count.data(), s) == 5);
        auto got = gpu::download(out);
        got.resize(5);
        gpu::check_equal(name, 300'000, got == expected);
        gpu::check_results(name, whole, {impulse::tree_fold(expected, gpu::mix_init, gpu::mix{})});
        CHECK(impulse::reduce(how, impulse::counted(out.data(), count.data(), 300'000), gpu::mix_init,
                              gpu::mix{}) == impulse::tree_fold(expected, gpu::mix_init, gpu::mix{}));
    });
}

TEST_CASE("by key: so many tiles that those of few ends are put off, captured and replayed") {
    constexpr index_t most = 7'000'000;  // more than 16 tiles of 2048 for each multiprocessor
    const gpu::stream s;
    auto random = support::random_source(5);
    std::vector<index_t> lengths;
    for (index_t sum = 0; sum < most; sum += lengths.back()) {
        const index_t length =
            support::random_between(random, 1, 1 << support::random_between(random, 0, 17));
        const bool ends_with_tile = support::random_between(random, 0, 3) == 0;
        lengths.push_back((std::min)(most - sum, ends_with_tile ? 2048 - sum % 2048 : length));
    }
    const auto runs = support::runs_of<int>(support::offsets_of(lengths));
    const auto items = support::make_items(most, gpu::make_hash{});
    const auto expected = support::trees(items, runs.begins, runs.ends, gpu::mix_init, gpu::mix{});
    const gpu::buffer<std::uint64_t> x(items);
    const gpu::buffer<int> keys(runs.keys);
    const gpu::buffer<int> first(static_cast<index_t>(expected.size()));
    const gpu::buffer<std::uint64_t> out(static_cast<index_t>(expected.size()));
    const gpu::buffer<index_t> count(1);
    gpu::for_two_policies([&](const std::string& name, const auto& policy) {
        const auto all = impulse::by_key(keys, x);
        const auto how = policy.on(s);
        const auto plan = impulse::reduce_by_key_into.plan(how, all, first.data(), out.data(), count.data(),
                                                           gpu::mix_init, gpu::mix{});
        CHECK(plan.key_runs.max_put_off > 0);
        impulse::workspace space(plan.workspace_bytes, {s});
        const gpu::graph replayed(gpu::captured(s, [&] {
            impulse::reduce_by_key_into(how.with(space), all, first.data(), out.data(), count.data(),
                                        gpu::mix_init, gpu::mix{});
        }));
        for (int replay = 0; replay < 3; ++replay) {
            gpu::fill(out.data(), static_cast<index_t>(expected.size()), gpu::make_hash{});
            replayed.launch(s);
            s.wait();
            CHECK(gpu::fetch(count.data(), s) == static_cast<index_t>(expected.size()));
            gpu::check_results(name, out, expected);
            gpu::check_equal(name + ", keys", most, gpu::download(first) == runs.first_keys);
        }
    });
}
