// SPDX-License-Identifier: Apache-2.0
/// \file
/// All sides on the same items.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <table.hpp>
#include <vector>

namespace perf {

struct side_result {
    std::string name;
    double seconds;  ///< the median of a call
    double spread;   ///< of the samples, over their median
    bool right;
};

/// The sides `tree` and `reordered` are Impulse's, `loop` is serial; the others are rivals.
struct comparison_results {
    std::vector<side_result> sides;

    const side_result& side(const std::string& name) const;
    const side_result& best_rival() const;
    bool right() const;
};

/// Measured when its results are first asked for: several rows show the same ones.
class host_comparison {
  public:
    using measurement = std::function<comparison_results()>;

    host_comparison(std::string type, std::int64_t n, std::size_t item_bytes, measurement measure);

    const comparison_results& results();

    const std::string type;  ///< of the items
    const std::int64_t n;
    const double bytes;

  private:
    measurement measure_;
    comparison_results results_;
};

using host_comparisons = std::vector<std::shared_ptr<host_comparison>>;

host_comparisons all_comparisons();

}  // namespace perf
