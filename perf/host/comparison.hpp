// SPDX-License-Identifier: Apache-2.0
// Measures all sides on the same items.
#pragma once

#include <report.hpp>

namespace perf {

struct side_result {
    std::string name;
    double seconds;  ///< the median time of a call
    double spread;   ///< the spread of the samples, divided by their median
    bool right;
};

/// The sides `tree` and `reordered` are Impulse's, `loop` is serial, the others are rivals. The sides are
/// measured when a finding is first asked for, because two rows share them.
class host_comparison {
  public:
    using measurement = std::function<std::vector<side_result>()>;

    host_comparison(std::string type, std::int64_t n, std::size_t item_bytes, measurement measure);

    /// Impulse's side `ours`, compared with all sides except `tree`.
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
