// SPDX-License-Identifier: Apache-2.0
/// \file
/// The comparisons as a table in Markdown, if one is asked for.
#pragma once

#include <fstream>

#include "comparison.hpp"

namespace perf {

class markdown {
  public:
    static markdown& instance();

    /// False if the file cannot be written.
    bool open(const std::string& path);

    void print(const host_comparison& what, const comparison_results& found);

  private:
    std::ofstream file_;
};

}  // namespace perf
