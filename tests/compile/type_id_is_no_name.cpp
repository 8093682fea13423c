// SPDX-License-Identifier: Apache-2.0
#include <impulse/operators.hpp>

#include <string_view>

struct sum {
    float operator()(float a, float b) const { return a + b; }
};
template <>
struct impulse::type_id<sum> {
#if CASE_number  // case: static.assert.*impulse: the value of a type_id is a text that the compiler knows, not empty
    static constexpr int value = 5;
#elif CASE_empty  // case: static.assert.*impulse: the value of a type_id is a text that the compiler knows, not empty
    static constexpr const char* value = "";
#elif CASE_zero_within    // case: static.assert.*impulse: the value of a type_id is .* without a zero within
    static constexpr std::string_view value{"my\0sum", 6};
#elif CASE_zero_in_array  // case: static.assert.*impulse: the value of a type_id is .* without a zero within
    static constexpr char value[] = "my\0sum";
#elif CASE_too_long  // case: static.assert.*impulse: the value of a type_id is .* shorter than 2.20 bytes
    struct text {
        constexpr char operator[](std::size_t) const { return 'a'; }
        constexpr std::size_t size() const { return std::size_t{1} << 20; }
    };
    static constexpr text value{};
#else
    static constexpr std::string_view value = "sum";
#endif
};

int main() { return static_cast<int>(impulse::type_name<sum>("twice").size()); }
