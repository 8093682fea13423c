// SPDX-License-Identifier: Apache-2.0
// Runs of equal keys on the host: each is the tree over its own items, for any number of threads; and the
// mistakes that callers may make.
#include <suite.hpp>

#include <keys.hpp>
#include <own_place.hpp>
#include <policies.hpp>
#include <values.hpp>

#include <impulse/algorithms.hpp>

using support::mix;

namespace {

constexpr std::uint64_t init = 5;

}  // namespace

TEST_CASE("by key: each run is the tree's, by every policy and shape") {
    const auto x = support::make_items(20'000, support::make_hash{support::seed()});
    support::for_each_kind_of_offsets(20'000, [&](const std::string& kind, const support::offsets& at) {
        const auto runs = support::runs_of<short>(at);
        const std::vector<std::uint64_t> values(x.begin(),
                                                x.begin() + static_cast<std::ptrdiff_t>(runs.keys.size()));
        const auto right = support::trees(values, runs.begins, runs.ends, init, mix{});
        support::for_each_shape([&](const std::string& name, const auto& policy) {
            CAPTURE(kind);
            CAPTURE(name);
            CHECK((impulse::reduce(policy, impulse::by_key(runs.keys, values), init, mix{}) == right));
        });
        for (const index_t processors : {1, 7, 100}) {
            std::vector<std::uint64_t> out(values.size());
            std::vector<short> keys(values.size());
            unsigned count = 77;
            impulse::reduce_by_key_into(impulse::work_queue.on(own::serial_machine{processors}),
                                        impulse::by_key(runs.keys, values), keys.data(), out.data(), &count,
                                        init, mix{});
            REQUIRE(count == right.size());
            out.resize(count);
            keys.resize(count);
            CHECK((out == right));
            CHECK((keys == runs.first_keys));
        }
    });
}

TEST_CASE("by key: more keys than two threads list at a time") {
    std::vector<int> keys, values;
    std::vector<long long> right;
    for (int run = 0; keys.size() < 700'000; ++run) {
        right.push_back(0);
        for (int i = run % 23; i >= 0; --i) {
            keys.push_back(run);
            values.push_back(run * 31 + i);
            right.back() += values.back();
        }
    }
    CHECK((impulse::reduce(impulse::by_key(keys, values), 0LL, impulse::plus{}) == right));
}

namespace own {

struct keeping_machine : serial_machine {};

/// Memory that stays for the next call: it must be left zero, and has words of which a call does not ask.
template <class Acc>
struct kept_memory : impulse::on_host::scratch_memory<Acc> {
    index_t count;
    explicit kept_memory(const impulse::scratch_plan& p)
        : impulse::on_host::scratch_memory<Acc>({p.partials, p.listed, p.tiles, p.runs + 2, p.bytes}),
          count(p.tiles) {}
    kept_memory(const kept_memory&) = delete;
    ~kept_memory() {
        for (index_t t = 0; t < count; ++t) CHECK((this->tiles()[t].count | this->tiles()[t].last) == 0);
    }
};

}  // namespace own

template <>
struct impulse::runtime<own::keeping_machine> : impulse::runtime<own::serial_machine> {
    using impulse::runtime<own::serial_machine>::runtime;
    template <class Acc>
    own::kept_memory<Acc> scratch(const scratch_plan& p) {
        return own::kept_memory<Acc>(p);
    }
};

TEST_CASE("by key: runs of nearly equal lengths, and runs of one among others") {
    for (const int size : {1, 2, 3, 8, 9})
        for (const int others : {0, 1, 5, 300}) {  // every so many runs one is longer and the next shorter
            std::vector<int> keys, first_keys;
            std::vector<float> values, right;
            for (int run = 0; run < 3000; ++run) {
                const int at = others == 0 ? -1 : run % (others + 1);
                const int length = size + (at == 0 ? 1 : at == 1 && size > 1 ? -1 : 0);
                std::vector<float> own;
                for (int i = 0; i < length; ++i) own.push_back(1.0f / static_cast<float>(1 + run * 7 + i));
                keys.insert(keys.end(), own.size(), run);
                values.insert(values.end(), own.begin(), own.end());
                first_keys.push_back(run);
                right.push_back(impulse::sum(own));
            }
            CAPTURE(size);
            CAPTURE(others);
            std::vector<float> out(values.size());
            std::vector<int> to(values.size());
            for (const index_t processors : {1, 2}) {
                int count = 0;
                impulse::sum_into(impulse::work_queue.on(own::keeping_machine{{processors}}),
                                  impulse::by_key(keys, values).into(to.data(), &count), out.data());
                REQUIRE(count == 3000);
                CHECK(std::equal(right.begin(), right.end(), out.begin()));
                CHECK(std::equal(first_keys.begin(), first_keys.end(), to.begin()));
            }
        }
}

TEST_CASE("by key: keys, values and results of any kind") {
    const std::vector<std::string> keys{"a", "a", "b", "a", "a", "c"};
    const std::vector<std::string> values{"1", "2", "3", "4", "5", "6"};
    std::vector<std::string> keys_out(6, "-");
    std::vector<std::string> out(6, "-");
    long count = -1;
    impulse::reduce_by_key_into(impulse::by_key(keys, values), keys_out.begin(), out.begin(), &count,
                                std::string("="));
    CHECK(count == 4);
    CHECK((keys_out == std::vector<std::string>{"a", "b", "a", "c", "-", "-"}));
    CHECK((out == std::vector<std::string>{"=12", "=3", "=45", "=6", "-", "-"}));
}

TEST_CASE("by key: neighbours belong together where the caller says so") {
    const std::vector<double> at{0.0, 0.4, 0.9, 2.0, 2.1, 9.0};
    const std::vector<int> x{1, 2, 3, 4, 5, 6};
    const auto near = [](double a, double b) { return b - a < 1; };
    CHECK((impulse::sum(impulse::by_key(at, x, near)) == std::vector<int>{6, 9, 6}));
}

TEST_CASE("by key: the short algorithms take runs as they take ranges") {
    const std::vector<char> keys{'a', 'a', 'a', 'b', 'c', 'c'};
    const std::vector<int> x{3, 1, 2, 7, 5, 5};
    CHECK((impulse::sum(impulse::by_key(keys, x)) == std::vector<int>{6, 7, 10}));
    CHECK((impulse::max_element(impulse::by_key(keys, x)) == std::vector<index_t>{0, 0, 0}));
    CHECK((impulse::min_element(impulse::by_key(keys, x)) == std::vector<index_t>{1, 0, 0}));
    CHECK((impulse::dot(impulse::by_key(keys, x), x) == std::vector<int>{14, 49, 50}));
    CHECK((impulse::transform_reduce(impulse::by_key(keys, x), 1, impulse::plus{},
                                     [](int v) { return 10 * v; }) == std::vector<int>{61, 71, 101}));
    const auto both =
        impulse::reduce(impulse::by_key(keys, x), impulse::together(impulse::minimum{}, impulse::plus{}));
    REQUIRE(both.size() == 3);
    CHECK(both[2].get<0>() == 5);
    CHECK(both[2].get<1>() == 10);

    std::vector<double> means(6, -1);
    std::vector<char> first(6, '-');
    short count = 0;
    impulse::mean_into(impulse::by_key(keys, x).into(first.data(), &count), means.data());
    CHECK(count == 3);
    CHECK((means == std::vector<double>{2, 7, 5, -1, -1, -1}));
    CHECK((first == std::vector<char>{'a', 'b', 'c', '-', '-', '-'}));
}

TEST_CASE("by key: of nothing there is no run, and the count says so") {
    const std::vector<int> none;
    int count = -1;
    int out = -7;
    impulse::reduce_by_key_into(impulse::by_key(none, none), &out, &out, &count, 0);
    CHECK(count == 0);
    CHECK(out == -7);
    CHECK(impulse::sum(impulse::by_key(none, none)).empty());
}

TEST_CASE("by key: as many keys as values") {
    const std::vector<int> keys(3);
    const std::vector<int> x(4);
    CHECK(support::message_of([&] { impulse::sum(impulse::by_key(keys, x)); }) ==
          "impulse: keys has 3 keys, but the input has 4 values");
}

namespace {

/// A sum whose result is 64 KiB large.
struct large_sum {
    struct result {
        int total;
        char room[1 << 16];
    };
    static int lift(int item) { return item; }
    int operator()(int a, int b) const { return a + b; }
    static result finalize(int total) { return {total, {}}; }
};

}  // namespace

TEST_CASE("by key: results as a value take memory for the runs that there are") {
    const std::vector<int> keys(2'000'000, 3);  // one run; memory for a result of each item would be 131 GB
    const auto sums = impulse::reduce(impulse::by_key(keys, keys), 0, large_sum{});
    REQUIRE(sums.size() == 1);
    CHECK(sums[0].total == 6'000'000);
    CHECK(impulse::reduce(impulse::by_key(std::vector<int>{}, std::vector<int>{}), 0, large_sum{}).empty());
}
