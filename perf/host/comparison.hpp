// SPDX-License-Identifier: Apache-2.0
// All sides on the same items.
#pragma once

#include <report.hpp>

namespace perf {

struct side_result {
    std::string name;
    double seconds;  ///< the median of a call
    double spread;   ///< of the samples, over their median
    bool right;
};

/// The sides `tree` and `reordered` are Impulse's, `loop` is serial; the others are rivals. Measured when a
/// finding is first asked for: two rows show the same sides.
class host_comparison {
  public:
    using measurement = std::function<std::vector<side_result>()>;

    host_comparison(std::string type, std::int64_t n, std::size_t item_bytes, measurement measure);

    /// Of Impulse's side `ours` beside the others, but for `tree`.
    finding measure(const std::string& ours);

    const std::string type;  ///< of the items
    const std::int64_t n;

  private:
    const side_result& side(const std::string& name) const;

    double bytes_;
    measurement measure_;
    std::vector<side_result> sides_;
};

using host_comparisons = std::vector<std::shared_ptr<host_comparison>>;

host_comparisons all_comparisons();

}  // namespace perf
