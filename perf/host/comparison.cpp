// SPDX-License-Identifier: Apache-2.0
#include "comparison.hpp"

namespace perf {

namespace {

/// The minimum of the ratio; 0 means no minimum.
double floor_of(const std::string& ours, const std::string& other, std::int64_t n) {
    constexpr std::int64_t large = 1 << 24, small = 1 << 12;
    if (other == "reordered") return n < large ? 0.45 : 0;
    if (other == "loop") return n < small ? 1 / 1.2 : 0;
    return n < large ? 0 : ours == "tree" ? 0.95 : 1.1;
}

}  // namespace

host_comparison::host_comparison(std::string type_, std::int64_t n_, std::size_t item_bytes,
                                 measurement measure)
    : type(std::move(type_)),
      n(n_),
      bytes_(static_cast<double>(n_) * static_cast<double>(item_bytes)),
      measure_(std::move(measure)) {}

const side_result& host_comparison::side(const std::string& name) const {
    const auto found = std::ranges::find(sides_, name, &side_result::name);
    if (found == sides_.end()) throw std::out_of_range("no side " + name);
    return *found;
}

finding host_comparison::measure(const std::string& ours) {
    if (sides_.empty()) sides_ = measure_();
    const side_result& mine = side(ours);
    finding found{mine.seconds};
    found.add("n", n);
    found.add_rate(bytes_);
    found.add("spread", mine.spread);
    for (const side_result& other : sides_) {
        if (!other.right) throw std::runtime_error("WRONG: " + other.name + " has another result");
        if (other.name == ours || other.name == "tree") continue;
        found.add_rival(other.name, other.seconds, floor_of(ours, other.name, n));
        found.add(other.name + "_spread", other.spread);
    }
    return found;
}

}  // namespace perf
