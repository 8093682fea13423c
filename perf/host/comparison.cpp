// SPDX-License-Identifier: Apache-2.0
#include "comparison.hpp"

#include <algorithm>
#include <stdexcept>

#include "markdown.hpp"

namespace perf {

const side_result& comparison_results::side(const std::string& name) const {
    const auto found = std::ranges::find(sides, name, &side_result::name);
    if (found == sides.end()) throw std::out_of_range("no side " + name);
    return *found;
}

const side_result& comparison_results::best_rival() const {
    const auto seconds = [](const side_result& side) {
        const bool is_rival = side.name != "tree" && side.name != "reordered" && side.name != "loop";
        return is_rival ? side.seconds : 1e9;
    };
    return *std::ranges::min_element(sides, {}, seconds);
}

bool comparison_results::right() const { return std::ranges::all_of(sides, &side_result::right); }

host_comparison::host_comparison(std::string type_, std::int64_t n_, std::size_t item_bytes,
                                 measurement measure)
    : type(std::move(type_)),
      n(n_),
      bytes(static_cast<double>(n_) * static_cast<double>(item_bytes)),
      measure_(std::move(measure)) {}

const comparison_results& host_comparison::results() {
    if (results_.sides.empty()) {
        results_ = measure_();
        markdown::instance().print(*this, results_);
    }
    return results_;
}

}  // namespace perf
