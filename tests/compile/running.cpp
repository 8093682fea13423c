// SPDX-License-Identifier: Apache-2.0
// Running reductions, parts, and their saved states.
#include <impulse/devices.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/running.hpp>
#include <impulse/where.hpp>

#include <memory>
#include <string>
#include <vector>

#if CASE_part_into_another_forest  // case: static.assert.*impulse: 'out' must be a pointer to an impulse::forest<Acc>
int main() {
    impulse::forest<double> out;
    impulse::reduce_part_into(std::vector<float>{1, 2}, 0, &out);
}
#elif CASE_part_without_first_index  // case: static.assert.*impulse: the arguments are reduce_part..policy,. range, first_index
int main() { impulse::reduce_part(std::vector<int>{1, 2}); }
#elif CASE_push_of_a_layout  // case: static.assert.*impulse: push takes a range of items, not a layout
void call(const std::vector<float>& x) {
    auto sum = impulse::running_reduction<float>(0.f);
    sum.push(impulse::batches(x, 3));
}
#elif CASE_push_of_another_type  // case: static.assert.*impulse: push takes items of the type that running_reduction<Item> names
int main() {
    auto sum = impulse::running_reduction<float>(0.0);
    sum.push(std::vector<double>(3));
}
#elif CASE_running_load_without_tag  // case: static.assert.*impulse: this state needs a tag, because the type of its accumulators has no name.*impulse::type_id
struct point {
    float x, y;
    point operator+(const point& other) const { return {x + other.x, y + other.y}; }
};

int main() {
    auto sum = impulse::running_reduction<point>(point{0, 0});
    sum.load("points");
}
#elif CASE_running_over_devices      // case: static.assert.*impulse: a running reduction needs a single place
int main() {
    const auto two = impulse::devices(impulse::host, impulse::host);
    static_cast<void>(impulse::running_reduction<float>(impulse::automatic.on(two), 0.f));
}
#elif CASE_running_save_without_tag  // case: static.assert.*impulse: this state needs a tag, because its operator has no name.*impulse::type_id
int main() {
    auto squares = impulse::running_reduction<float>(0.f, [](float a, float b) { return a + b; });
    squares.save("squares");
}
#elif CASE_running_saved_as_bytes  // case: static.assert.*impulse: a running_reduction is saved as bytes
int main() {
    auto words = impulse::running_reduction<std::string>(std::string());
    words.save("words");
}
#elif CASE_running_value_not_copyable  // case: static.assert.*impulse: an accumulator that cannot be copied must be moved from
struct add {
    std::unique_ptr<int> lift(int x) const { return std::make_unique<int>(x); }
    void combine(std::unique_ptr<int>& a, const std::unique_ptr<int>& b) const { *a += *b; }
};

int main() {
    const auto sum = impulse::running_reduction<int>(std::make_unique<int>(0), add{});
    return *sum.value();
}
#elif CASE_push_of_where  // case, 1 error: static.assert.*impulse: where.x, mask. is the first input of a reduction
void call(const std::vector<float>& x, const std::vector<char>& mask) {
    auto sum = impulse::running_reduction<float>(0.f);
    sum.push(impulse::where(x, mask));
}
#endif
