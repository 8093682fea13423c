// SPDX-License-Identifier: Apache-2.0
// Each row of docs/reference/errors.md about arguments: the calls throw what the page says.
#include <suite.hpp>

#include <arrays.hpp>
#include <error_table.hpp>
#include <own_place.hpp>

#include <impulse/algorithms.hpp>
#include <impulse/find_nonassociative.hpp>
#include <impulse/running.hpp>

#include <exception>
#include <filesystem>

#include <unistd.h>

namespace {

using std::uint64_t;

const std::vector<int> x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
const std::vector<int> five(5, 1);
const int* const nothing = nullptr;
constexpr index_t most = index_t{1} << 62;
std::vector<int> out(10);

struct by_fours : impulse::plus {
    static constexpr int leaf = 4;
};
struct unnamed_sum {
    int operator()(int a, int b) const { return a + b; }
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

void compare_arrays(support::error_table& page) {
    using array = support::array_view<const int, 2>;
    const index_t huge = index_t{1} << 40;
    const auto columns = [](auto view) { return [view] { impulse::sum(impulse::columns(view)); }; };
    page.same("rows, columns or a leading dimension that no matrix has",
              {columns(impulse::matrix_view{x.data(), -1, 4}), columns(impulse::matrix_view{x.data(), 2, -1}),
               [] {
                   impulse::rows(impulse::matrix_view{x.data(), ~std::size_t{0}, 4});
               },
               columns(impulse::matrix_view{x.data(), 2, 4, 3})});
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
    page.same("a stride of 0", {[] { impulse::strided(x, 0); }});
    page.same("a negated unsigned stride, `strided(x, -k)` of an `unsigned k`",
              {[] { impulse::sum(impulse::strided(x, -3u)); }});
}

void compare_layouts(support::error_table& page) {
    const auto segments = [](const auto& values, const std::vector<int>& offsets) {
        return [&values, offsets] { impulse::sum(impulse::segments(values, offsets)); };
    };
    page.same("a number below 0", {[] { impulse::batches(x.data(), -1, 4); },
                                   [] { impulse::segments(x.data(), five.data(), 3, -1); },
                                   [] { impulse::counted(x.data(), five.data(), -1); },
                                   [] { impulse::find_nonassociative(x, impulse::plus{}, -1); }});
    page.same("a length below 1", {[] { impulse::batches(x, 0); }});
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

void compare_parts(support::error_table& page) {
    page.same("a part that begins before 0", {[] { impulse::reduce_part(x, -1); }});
    page.same("a part that begins within a leaf", {[] { impulse::reduce_part(x, 6, by_fours{}); }});
    page.same("a part that ends beyond item 2^62", {[] { impulse::reduce_part(x, most - 9); }});
    page.same(
        "parts by operators with different leaves, or one that begins within a leaf (an index in memory is "
        "not checked before)",
        {[] {
             impulse::join(impulse::reduce_part(std::vector<int>(4), 0, by_fours{}),
                           impulse::reduce_part(x, 4), impulse::plus{});
         },
         [] {
             const index_t six = 6;
             impulse::join(impulse::reduce_part(std::vector<int>(6), 0, by_fours{}),
                           impulse::reduce_part(x, &six, by_fours{}), by_fours{});
         }});
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
    add(most - 1);
    for (const std::uint32_t length : {5u, 5u, 4u, 0u}) add(length);
    bytes += "int32int32plus";
    for (int node = 0; node < 62; ++node) add(0);
    uint64_t sum = 0xcbf29ce484222325u;
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    add(sum);
    return bytes;
}

void compare_saved_states(support::error_table& page) {
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
    page.same("an empty tag, if a type or the operator has no name; a tag that is too long",
              {[] { saved(running(0, unnamed_sum{}), ""); },
               [] { saved(running(0), std::string((1 << 20) + 1, 'x').c_str()); }});
    page.same("a file of another version, format or byte order",
              {load(running(0), changed(good, 16, 2)), load(running(0), changed(good, 12, 1)),
               load(running(0), changed(good, 8, 0x04030201))});
    const auto path =
        std::filesystem::temp_directory_path() / ("impulse-state-" + std::to_string(::getpid()));
    page.same("a file that is cut short, damaged or too long, or another file",
              {load(running(0), good.substr(0, 77)), load(running(0), damaged),
               load(running(0), changed(good, 40, ~0u)),
               [&] {
                   std::ofstream(path, std::ios::binary) << good << '!';
                   auto sum = running(0);
                   sum.load(path, "sum of floats");
               },
               load(running(0), changed(good, 0, 1))});
    std::filesystem::remove(path);
}

}  // namespace

TEST_CASE("docs/reference/errors.md: arguments") {
    support::error_table page("Arguments");
    const struct {
        auto begin() const { return x.begin() + 3; }
        auto end() const { return x.begin(); }
    } back{};
    page.same("last before first", {[] { impulse::sum(x.begin() + 3, x.begin()); },
                                    [&] { impulse::sum(impulse::strided(back, 2)); }});
    page.same("a null pointer with n > 0", {[] { impulse::sum(nothing, nothing + 100); },
                                            [] { impulse::sum(impulse::segments(x.data(), nothing, 3)); }});
    page.same("a null `out`", {[] { impulse::sum_into(x, static_cast<int*>(nullptr)); }});
    page.same("another null pointer",
              {[] {
                   index_t* const nowhere = nullptr;
                   impulse::sum_into(impulse::by_key(five, five).into(out.data(), nowhere), out.data());
               },
               [] { impulse::init_from(nothing); },
               [] { impulse::reduce_part(x, static_cast<const index_t*>(nullptr)); }});
    page.same("a mask shorter than the range",
              {[] { impulse::sum(impulse::where(std::vector<int>(4), std::vector<int>(3))); }});
    page.same("a second range shorter than the first", {[] { impulse::dot(five, std::vector<int>(3)); }});
    const auto shaped = [](impulse::shape its) {
        return [=] { impulse::sum(impulse::automatic.tune(its), x); };
    };
    page.same("a shape that no grid can have",
              {shaped({.blocks = -1}), shaped({.items = -5}), shaped({.threads = 33})});
    const auto tuned = [](auto change) {
        return [=] {
            own::serial_machine here;
            change(here.tuned);
            impulse::sum(impulse::last_block.on(here), x);
        };
    };
    using impulse::tuning;
    page.same("a tuning of your own place that no plan can have",
              {tuned([](tuning& t) { t.rows = 13; }), tuned([](tuning& t) { t.row[0].warp_bytes = 0; }),
               tuned([](tuning& t) { t.row[0].warps = 0; }), tuned([](tuning& t) { t.grouped_bytes = 7; }),
               tuned([](tuning& t) { t.least_following_bytes = 0; }),
               tuned([](tuning& t) { t.parts_of_share = 0; })});
    page.same("a `ddof` below 0, or too large",
              {[] { impulse::variance(x, -1); }, [] { impulse::variance(x, ~uint64_t{0}); }});
    compare_layouts(page);
    compare_arrays(page);
    compare_parts(page);
    compare_saved_states(page);
    page.finish();
}
