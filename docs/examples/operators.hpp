// SPDX-License-Identifier: Apache-2.0
/// \file
/// Examples of docs/reference: operators, iterators, groups on the host.

TEST_CASE("reference: plus, multiplies") {
    const std::vector<int> x{1, 2, 3, 4};
    CHECK(impulse::reduce(x, impulse::plus{}) == 10);
    CHECK(impulse::reduce(x, impulse::multiplies{}) == 24);
    CHECK(impulse::plus{}(1, 0.5) == 1.5);
}

TEST_CASE("reference: bit_and, bit_or, bit_xor") {
    const std::vector<unsigned> x{0b110u, 0b011u, 0b111u};
    CHECK(impulse::reduce(x, impulse::bit_and{}) == 0b010u);
    CHECK(impulse::reduce(x, impulse::bit_or{}) == 0b111u);
    CHECK(impulse::reduce(x, impulse::bit_xor{}) == 0b010u);
}

TEST_CASE("reference: logical_and, logical_or, logical_xor") {
    const std::vector<int> x{1, 1, 0};
    CHECK(!impulse::reduce(x, true, impulse::logical_and{}));
    CHECK(impulse::reduce(x, false, impulse::logical_or{}));
    CHECK(!impulse::reduce(x, false, impulse::logical_xor{}));  // an even number of items is true
}

TEST_CASE("reference: minimum, maximum, minimum_number, maximum_number") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> x{2, nan, 1};
    CHECK(std::isnan(impulse::reduce(x, impulse::minimum{})));
    CHECK(std::isnan(impulse::reduce(x, impulse::maximum{})));
    CHECK(impulse::reduce(x, impulse::minimum_number{}) == 1);
    CHECK(impulse::reduce(x, impulse::maximum_number{}) == 2);
}

// [
// Maps x → a x + b modulo 2^32, composed from left to right: associative to the bit, and no map commutes with
// others.
struct affine {
    unsigned a, b;
    friend bool operator==(const affine&, const affine&) = default;
};
struct compose {
    IMPULSE_SHARED affine operator()(const affine& f, const affine& g) const {
        return {f.a * g.a, f.b * g.a + g.b};
    }
};
// ]

TEST_CASE("reference: assume_associative, with_identity, IMPULSE_SHARED") {
    const std::vector<affine> maps{{2, 1}, {3, 0}, {1, 5}};  // 2x + 1, then times 3, then plus 5
    const auto op = impulse::assume_associative(impulse::with_identity(compose{}, affine{1, 0}));
    CHECK(impulse::reduce(maps, op) == affine{6, 8});  // needs no initial value: the identity is known
}

TEST_CASE("reference: find_nonassociative, node_triple") {
    // Sums of floats are not associative: 2^24 + 1 is rounded to 2^24.
    const std::vector<float> x{1, 0x1p24f, 1, 1};
    const auto found = impulse::find_nonassociative(x, impulse::plus{});
    CHECK(found == impulse::node_triple{.level = 0, .index = 1});      // of items 1, 2 and 3
    CHECK(!impulse::find_nonassociative<double>(x, impulse::plus{}));  // double rounds nothing here

    // This operator adds an item to a sum; it cannot join two sums of squares.
    const auto add_square = [](double sum, double item) { return sum + item * item; };
    CHECK(impulse::find_nonassociative(std::vector<double>{1, 2, 3}, add_square));
    CHECK(!impulse::find_nonassociative(x, impulse::maximum{}));
}

TEST_CASE("reference: unordered, ordered") {
    const std::vector<float> x(1000, 0.5f);
    CHECK(impulse::reduce(x, 0.f, impulse::unordered(impulse::plus{})) == 500.f);  // in any order
    CHECK(impulse::reduce(x, 0.f, impulse::ordered(impulse::maximum{})) == 0.5f);  // still in tree order
}

// [
// Declares for all calls that this operator is associative and commutative to the bit.
struct gcd {
    IMPULSE_SHARED unsigned operator()(unsigned a, unsigned b) const { return std::gcd(a, b); }
    IMPULSE_SHARED unsigned identity() const { return 0; }
};
template <class Acc>
struct impulse::freedom<gcd, Acc> : std::integral_constant<impulse::grouping, impulse::grouping::reorder> {};
// ]

TEST_CASE("reference: empty_value") {
    static_assert(impulse::empty_value<impulse::plus, double>::of({}) == 0);  // +0, where the identity is -0
    CHECK(impulse::reduce(std::vector<double>()) == 0);
    CHECK(impulse::reduce(std::vector<double>(), impulse::minimum{}) ==
          std::numeric_limits<double>::infinity());
}

TEST_CASE("reference: freedom, freedom_v, grouping, identity, has_identity") {
    static_assert(impulse::freedom_v<gcd, unsigned> == impulse::grouping::reorder);
    static_assert(impulse::freedom<impulse::plus, float>::value == impulse::grouping::tree);
    static_assert(impulse::has_identity<gcd, unsigned> && !impulse::has_identity<std::minus<>, int>);
    CHECK(impulse::identity<impulse::minimum, int>::of({}) == std::numeric_limits<int>::max());
    CHECK(impulse::reduce(std::vector<unsigned>{12, 18, 30}, gcd{}) == 6);
}

TEST_CASE("reference: together, make_values, values") {
    const std::vector<int> x{3, 1, 2};
    const auto [least, largest] =
        impulse::reduce(x, impulse::together(impulse::minimum{}, impulse::maximum{}));
    CHECK(least == 1);
    CHECK(largest == 3);

    const auto both = impulse::together(impulse::plus{}, impulse::multiplies{});
    const impulse::values<int, double> all = impulse::reduce(x, impulse::make_values(0, 0.5), both);
    CHECK(all.get<0>() == 6);
    CHECK(all.get<1>() == 3.0);
}

TEST_CASE("reference: accumulator_t") {
    static_assert(std::is_same_v<impulse::accumulator_t<impulse::plus, int, signed char>, int>);
    static_assert(std::is_same_v<impulse::accumulator_t<impulse::plus, float, double>, double>);
}

TEST_CASE("reference: strided, strided_iterator, strided_view") {
    const std::vector<int> x{1, 2, 3, 4, 5, 6};
    CHECK(impulse::sum(impulse::strided(x, 4)) == 1 + 5);         // x[0], x[4]
    CHECK(impulse::sum(impulse::strided(x, -4)) == 6 + 2);        // x[5], x[1]
    const impulse::strided_view thirds = impulse::strided(x, 3);  // a range: x[0] and x[3]
    CHECK(thirds.size() == 2);
    CHECK(impulse::strided(x.end(), 4) - impulse::strided(x.begin(), 4) == 2);
    const impulse::strided_iterator first = impulse::strided(x.begin(), 2);  // x[0], x[2], x[4]
    CHECK(impulse::sum(first, first + 3) == 9);
    const std::string text = "esrever";
    const auto back = impulse::strided(text.end() - 1, -1);
    CHECK(impulse::transform_reduce(back, back + 7, std::string(), impulse::plus{},
                                    [](char c) { return std::string(1, c); }) == "reverse");
}

// [
// An iterator over computed items: the square numbers.
struct squares {
    using value_type = long;
    using difference_type = impulse::index_t;
    long at = 0;
    IMPULSE_SHARED long operator[](impulse::index_t i) const { return (at + i) * (at + i); }
    IMPULSE_SHARED long operator*() const { return at * at; }
    IMPULSE_SHARED friend squares operator+(squares from, impulse::index_t n) { return {from.at + n}; }
    IMPULSE_SHARED friend impulse::index_t operator-(squares a, squares b) { return a.at - b.at; }
};
// ]

TEST_CASE("reference: input_iterator") {
    static_assert(impulse::input_iterator<squares> && impulse::input_iterator<const float*>);
    CHECK(impulse::sum(squares{1}, squares{11}) == 385);
}

TEST_CASE("reference: group_reduce, group_all_reduce, group_broadcast, joint_reduce") {
    // On the CPU a block is one thread, so you can test the body of a kernel without a GPU.
    impulse::on_host::block block(0, 1);
    const std::vector<int> x{1, 2, 3, 4};
    CHECK(impulse::joint_reduce(block, x.data(), x.data() + 4, 10, impulse::plus{}) == 20);
    CHECK(impulse::group_reduce(block, 7, impulse::plus{}) == 7);
    CHECK(impulse::group_all_reduce(block, 7, impulse::plus{}) == 7);
    CHECK(impulse::group_broadcast(block, 7) == 7);
}

// [
// Counts the bits that are set in a range of bytes. It takes a whole leaf of 64 bytes as words of four bytes.
struct count_bits {
    IMPULSE_SHARED int lift(std::uint8_t byte) const { return ones(byte); }
    IMPULSE_SHARED int lift(const impulse::pack<std::uint8_t, 64>& bytes) const {
        int all = 0;
        for (int i = 0; i < bytes.words; ++i) all += ones(bytes.word(i));
        return all;
    }
    IMPULSE_SHARED int operator()(int a, int b) const { return a + b; }

  private:
    IMPULSE_SHARED static int ones(std::uint32_t bits) {
        int count = 0;
        for (; bits != 0; bits &= bits - 1) ++count;
        return count;
    }
};
// ]

TEST_CASE("reference: pack") {
    const std::vector<std::uint8_t> bytes(200, 0x31);
    CHECK(impulse::reduce(bytes, 0, impulse::assume_associative(count_bits{})) == 600);
}

// [
// The body of a kernel, for any block.
template <impulse::block_group Block>
int sum_of_some(Block& block, const std::vector<int>& x, impulse::interval positions) {
    static_assert(impulse::reducing_group<Block&> && impulse::warp_group<decltype(block.warp())>);
    const impulse::contiguous_source<int> source{x.data(), static_cast<impulse::index_t>(x.size())};
    static_assert(impulse::item_source<decltype(source)>);
    return impulse::joint_reduce(block, source, positions, 0, impulse::plus{});
}
// ]

TEST_CASE("reference: reducing_group, block_group, warp_group, item_source, contiguous_source") {
    impulse::on_host::block block(0, 1);
    CHECK(sum_of_some(block, {1, 2, 3, 4}, {1, 3}) == 5);
}

TEST_CASE("reference: last_block_guard, global_queue, counters") {
    impulse::counters shared{};
    impulse::on_host::block block(0, 1);
    const impulse::global_queue queue(&shared.next, 5);
    int fetched = 0;
    while (const impulse::interval next = queue.fetch(block, 2)) fetched += static_cast<int>(next.size());
    CHECK(fetched == 5);
    if (impulse::last_block_guard(&shared.ticket).is_last(block)) queue.reset();
    CHECK(shared.next == 0);
}

TEST_CASE("reference: uninitialized") {
    impulse::uninitialized<std::string> room;  // holds no value yet
    room = std::string("a value");
    CHECK(*room == "a value");
    static_assert(std::is_trivially_copyable_v<impulse::uninitialized<float>>);
}

// [
struct range_of {
    float low, high;
};
struct widen {
    range_of lift(float x) const { return {x, x}; }
    range_of operator()(const range_of& a, const range_of& b) const {
        return {a.low < b.low ? a.low : b.low, a.high < b.high ? b.high : a.high};
    }
};
template <class Type>
struct vector3 {
    Type x, y, z;
};

// The names in saved states, and between ranks.
template <>
struct impulse::type_id<range_of> {
    static constexpr std::string_view value = "my_project::range_of";
};
template <>
struct impulse::type_id<widen> {
    static constexpr std::string_view value = "my_project::widen";
};
template <impulse::has_type_id Type>
struct impulse::type_id<vector3<Type>> {
    // "my_project::vector3<float32>"
    static constexpr auto value = impulse::type_name<Type>("my_project::vector3");
};
// ]

TEST_CASE("reference: type_id, has_type_id, type_name") {
    auto range = impulse::running_reduction<float>(range_of{0, 0}, widen{});
    range.push(std::vector{1.f, -2.f, 5.f});
    std::stringstream saved;
    range.save(saved);  // needs no tag: the operator and all types have names
    auto resumed = impulse::running_reduction<float>(range_of{0, 0}, widen{});
    resumed.load(saved);
    CHECK(resumed.value().low == -2.f);
    static_assert(impulse::has_type_id<float> && impulse::has_type_id<vector3<float>>);
    static_assert(!impulse::has_type_id<vector3<float*>>);
}
