// SPDX-License-Identifier: Apache-2.0
// Each row of docs/reference/errors.md that needs no GPU: the calls throw what the page says.
#include <suite.hpp>

#include <arrays.hpp>
#include <error_table.hpp>

#include <emulated/ranks.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/devices.hpp>
#include <impulse/global.hpp>
#include <impulse/running.hpp>

#include <exception>
#include <filesystem>

#include <unistd.h>

namespace {

using calls = std::vector<std::function<void()>>;
using std::uint64_t;

const std::vector<int> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
const std::vector<int> five(5, 1);
std::vector<int> out(10);

struct by_fours : impulse::plus {
    static constexpr int leaf = 4;
};
struct unnamed_sum {
    int operator()(int a, int b) const { return a + b; }
};

/// A table of docs/reference/errors.md; each row is compared once.
class rows {
  public:
    explicit rows(const char* heading) : page_(heading) {}

    void same(const std::string& argument, const calls& wrong) {
        const std::vector<std::string> messages = page_.take(argument);
        CAPTURE(argument);
        REQUIRE(messages.size() == wrong.size());
        for (std::size_t i = 0; i < wrong.size(); ++i)
            CHECK(support::message_of<std::exception>(wrong[i]) == messages[i]);
    }
    void finish() const { CHECK(page_.left() == ""); }

  private:
    support::error_table page_;
};

template <class... Arguments>
auto running(Arguments... arguments) {
    return impulse::running_reduction<int>(arguments...);
}
template <class Sum>
std::string saved(Sum sum, const char* tag = "sum of floats") {
    std::ostringstream to;
    sum.push(five);
    sum.save(to, tag);
    return to.str();
}
std::string changed(std::string bytes, std::size_t at, std::uint32_t number) {
    std::memcpy(bytes.data() + at, &number, sizeof number);
    return bytes;
}
template <class Sum>
std::function<void()> load(Sum into, const std::string& bytes, const char* tag = "sum of floats") {
    return [=]() mutable {
        std::istringstream from(bytes);
        into.load(from, tag);
    };
}

void compare_arrays(rows& page) {
    using array = support::array_view<const int, 2>;
    const index_t huge = index_t{1} << 40;
    const auto columns = [](auto view) { return [view] { impulse::sum(impulse::columns(view)); }; };
    page.same(
        "rows, columns or a leading dimension that no matrix has",
        {columns(impulse::matrix_view{x.data(), -1, 4}), columns(impulse::matrix_view{x.data(), 2, 4, 3})});
    page.same("an array that is too large", {columns(array{x.data(), {huge, huge}, {huge, 1}})});
    page.same("an array with a negative extent or stride",
              {columns(array{x.data(), {-3, 4}, {4, 1}}), columns(array{x.data() + 8, {3, 4}, {-4, 1}})});
    page.same("groups of two arrays that differ in number or length", {[&] {
                  impulse::dot(impulse::rows(impulse::matrix_view{x.data(), 2, 3}),
                               impulse::rows(impulse::matrix_view{x.data(), 2, 4}));
              }});
    page.same("one initial value for many results, in memory that the call writes", {[&] {
                  std::vector<float> out(5);
                  impulse::reduce_into(impulse::batches(x.data(), 5, 2), out.data(),
                                       impulse::init_from(out.data()));
              }});
    page.same("an array whose mapping has no strides",
              {columns(array{x.data(), {3, 4}, {4, 1}, {}, {false}})});
    page.same("a negated unsigned stride, `strided(x, -k)` of an `unsigned k`",
              {[] { impulse::sum(impulse::strided(x, -3u)); }});
}

void compare_layouts(rows& page) {
    const auto segments = [](const auto& values, const std::vector<int>& offsets) {
        return [&values, offsets] { impulse::sum(impulse::segments(values, offsets)); };
    };
    page.same("a length that does not divide the number of items",
              {[] { impulse::sum(impulse::batches(x, 4)); }});
    page.same("batches that reach beyond item 2^62",
              {[] { impulse::batches(x.begin(), index_t{1} << 40, index_t{1} << 40); }});
    page.same(
        "offsets that decrease or leave the input, on the host, and on a GPU with `.checked()` (otherwise "
        "undefined there)",
        {segments(x, {0, 5, 3}), segments(five, {0, 1, 2, 7}), segments(x, {-1, 5})});
    page.same("no offsets", {segments(x, {})});
    page.same("begins and ends of different length", {[] {
                  impulse::sum(impulse::segments(x, std::vector<int>{0, 1}, std::vector<int>{3}));
              }});
    page.same("a count below 0 or beyond `most`, on the host, and on a GPU with `.checked()`", {[] {
                  const int count = 1001;
                  impulse::sum(impulse::counted(std::vector<int>(1000), &count));
              }});
    page.same("`most` beyond the values", {[] {
                  const int count = 1;
                  impulse::sum(impulse::counted(x, &count, 11));
              }});
    page.same("fewer or more keys than values", {[] {
                  index_t runs = 0;
                  impulse::reduce_by_key_into(impulse::by_key(std::vector<int>(3), std::vector<int>(4)),
                                              out.data(), out.data(), &runs);
              }});
}

void compare_parts(rows& page) {
    page.same("a part that begins before 0", {[] { impulse::reduce_part(x, -1); }});
    page.same("a part that begins within a leaf", {[] { impulse::reduce_part(x, 6, by_fours{}); }});
    page.same("parts that are not adjacent", {[] {
                  impulse::join(impulse::reduce_part(std::vector<int>(6), 0), impulse::reduce_part(x, 7),
                                impulse::plus{});
              }});
    page.same("the value of a part that does not begin at 0",
              {[] { impulse::reduce_part(x, 1).value(0, impulse::plus{}); }});
}

/// A state of all items but one, written by hand.
std::string almost_full() {
    std::string bytes = "impulse\n";
    const auto add = [&](auto number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const std::uint32_t n : {0x01020304u, 2u, 1u, 4u, 4u, 1u}) add(n);
    add((index_t{1} << 62) - 1);
    for (const std::uint32_t length : {5u, 5u, 4u, 0u}) add(length);
    bytes += "int32int32plus";
    for (int node = 0; node < 62; ++node) add(0);
    uint64_t sum = 0xcbf29ce484222325u;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    add(sum);
    return bytes;
}

void compare_saved_states(rows& page) {
    const std::string good = saved(running(0));
    std::string damaged = good;
    damaged.back() ^= 1;
    page.same("pushes beyond item 2^62", {[] {
                  auto sum = running(0);
                  std::istringstream from(almost_full());
                  sum.load(from);
                  sum.push(std::vector<int>(2));
              }});
    page.same("a saved state of other types, or of another operator",
              {load(running(0), saved(running(0.f))), load(running(0, impulse::maximum{}), good),
               load(running(0), saved(running(0, unnamed_sum{})))});
    page.same("a saved state with another tag", {load(running(0), good, "sum of doubles")});
    page.same("an empty tag, if a type or the operator has no name",
              {[] { saved(running(0, unnamed_sum{}), ""); }});
    page.same("a file of another version, format or byte order",
              {load(running(0), changed(good, 16, 2)), load(running(0), changed(good, 12, 1)),
               load(running(0), changed(good, 8, 0x04030201))});
    const auto path =
        std::filesystem::temp_directory_path() / ("impulse-state-" + std::to_string(::getpid()));
    page.same("a file that is cut short, damaged or too long, or another file",
              {load(running(0), good.substr(0, 77)), load(running(0), damaged),
               [&] {
                   std::ofstream(path, std::ios::binary) << good << '!';
                   auto sum = running(0);
                   sum.load(path, "sum of floats");
               },
               load(running(0), changed(good, 0, 1))});
    std::filesystem::remove(path);
}

/// Makes a call on two ranks, and throws what both of them throw.
std::function<void()> on_two_ranks(std::function<void(const emulated::ranks&, int)> call) {
    return [=] {
        std::vector<std::string> said(2);
        emulated::on_ranks(2, [&](const emulated::ranks& all, int rank) {
            said[static_cast<std::size_t>(rank)] =
                support::message_of<std::exception>([&] { call(all, rank); });
        });
        CHECK(said[0] == said[1]);
        throw std::runtime_error(said[0]);
    };
}

}  // namespace

TEST_CASE("docs/reference/errors.md: arguments") {
    rows page("Arguments");
    const int* const nothing = nullptr;
    page.same("last before first", {[] { impulse::sum(x.begin() + 3, x.begin()); }});
    page.same("a null pointer with n > 0", {[&] { impulse::sum(nothing, nothing + 100); }});
    page.same("a null `out`", {[] { impulse::sum_into(x, static_cast<int*>(nullptr)); }});
    page.same("a second range shorter than the first", {[] { impulse::dot(five, std::vector<int>(3)); }});
    page.same("a shape that no grid can have",
              {[] { impulse::sum(impulse::automatic.tune({.threads = 33}), x); }});
    page.same("a negative `ddof`", {[] { impulse::variance(x, -1); }});
    compare_layouts(page);
    compare_arrays(page);
    compare_parts(page);
    compare_saved_states(page);
    page.finish();
}

TEST_CASE("docs/reference/errors.md: devices and ranks") {
    rows page("Devices and ranks");
    const auto policy = impulse::automatic.on(impulse::devices(impulse::host, impulse::host));
    using parts = impulse::distributed<const int>;
    page.same("a negative count in `distributed`", {[] { parts{{impulse::host, x.data(), -1}}; }});
    page.same("a part of `distributed` that begins within a leaf", {[&] {
                  impulse::reduce(policy, parts{{impulse::host, x.data(), 5}, {impulse::host, x.data(), 5}},
                                  0, by_fours{});
              }});
    const auto on = [](const auto& place) { return impulse::automatic.on(place); };
    page.same("a root that is not a rank",
              {on_two_ranks([&](const auto& all, int) { impulse::sum(on(all.root(4)), x); })});
    page.same(
        "other types or another operator (types without a [`type_id`](api/operators.md#type_id) have the "
        "compiler's names)",
        {on_two_ranks([&](const auto& all, int rank) {
            if (rank == 0)
                impulse::reduce(on(all), x, 0.f);
            else
                impulse::reduce(on(all), x, 0);
        })});
    page.same("another initial value or root",
              {on_two_ranks([&](const auto& all, int rank) { impulse::reduce(on(all), x, rank); }),
               on_two_ranks([&](const auto& all, int rank) { impulse::sum(on(all.root(rank)), x); })});
    page.same("a rank's part that begins within a leaf", {on_two_ranks([&](const auto& all, int) {
                  impulse::reduce(on(all), std::vector<int>(6), 0, by_fours{});
              })});
    using impulse::global;
    const auto columns = [](index_t n, index_t m) {
        return impulse::columns(global(impulse::matrix_view{x.data(), n, m}));
    };
    page.same(
        "a rank's rows, or keys, that begin within a leaf",
        {on_two_ranks([&](const auto& all, int) { impulse::reduce(on(all), columns(6, 1), 0, by_fours{}); }),
         on_two_ranks([&](const auto& all, int) {
             const std::vector<int> ones(6, 1);
             impulse::reduce(on(all), impulse::by_key(global(ones), global(ones)), 0, by_fours{});
         })});
    page.same("rows with different numbers of columns, or different extents, on the ranks",
              {on_two_ranks([&](const auto& all, int rank) { impulse::sum(on(all), columns(1, 4 + rank)); }),
               on_two_ranks([&](const auto& all, int rank) {
                   const index_t a = rank == 0 ? 1 : 5, b = 6 - a;
                   const support::array_view<const int, 3> own{x.data(), {2, a, b}, {5, b, 1}};
                   impulse::sum(on(all), impulse::axes<0>(global(own)));
               })});
    page.same(
        "an `out` or keys_out that overlaps the input of a call over the rows or keys of all ranks "
        "(`rank_error`)",
        {on_two_ranks([&](const auto& all, int) {
             impulse::matrix_view rows{out.data(), 2, 3};
             impulse::sum_into(on(all), impulse::columns(global(rows)), out.data() + 5);
         }),
         on_two_ranks([&](const auto& all, int) {
             std::vector<int> keys(5), sums(5);
             int count = 0;
             impulse::sum_into(on(all), impulse::by_key(global(keys), global(five)).into(keys.data(), &count),
                               sums.data());
         })});
    page.same("`elementwise` arrays of different lengths", {on_two_ranks([&](const auto& all, int rank) {
                  impulse::sum(on(all), impulse::elementwise(x.data(), 10 - rank));
              })});
    page.same("an `out` that overlaps the items of `elementwise` (`rank_error`)",
              {on_two_ranks([&](const auto& all, int) {
                  impulse::sum_into(on(all), impulse::elementwise(out.data(), 9), out.data() + 1);
              })});
    page.same("a rank that has thrown (`rank_error`), by its own message",
              {on_two_ranks([&](const auto& all, int rank) {
                  const int* const from = rank == 0 ? out.data() : nullptr;
                  impulse::sum(on(all), from, from + (rank == 0 ? 10 : 100));
              })});
    page.finish();
}
