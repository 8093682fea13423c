// SPDX-License-Identifier: Apache-2.0
#include "markdown.hpp"

#include "machine.hpp"

namespace perf {

markdown& markdown::instance() {
    static markdown only;
    return only;
}

bool markdown::open(const std::string& path) {
    file_.open(path);
    file_ << cpu_model() << ", " << thread_count() << " threads; " << compiler() << "; back end "
          << host_back_end() << ". Ratios of speeds: above 1 the first is faster.\n\n"
          << "| type | n | tree, GB/s | reordered, GB/s | tree / reordered | tree / best rival "
             "| reordered / best rival | tree / loop | reordered / loop | best rival | right |\n"
          << "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
          << std::flush;
    return file_.good();
}

void markdown::print(const host_comparison& what, const comparison_results& found) {
    if (!file_.is_open()) return;
    const double tree = found.side("tree").seconds;
    const double reordered = found.side("reordered").seconds;
    const double loop = found.side("loop").seconds;
    const side_result& rival = found.best_rival();
    char figures[160];
    std::snprintf(figures, sizeof(figures), "%.1f | %.1f | %.2f | %.2f | %.2f | %.2f | %.2f",
                  what.bytes / tree * 1e-9, what.bytes / reordered * 1e-9, reordered / tree,
                  rival.seconds / tree, rival.seconds / reordered, loop / tree, loop / reordered);
    file_ << "| " << what.type << " | " << count_text(what.n) << " | " << figures << " | " << rival.name
          << " | " << (found.right() ? "yes" : "**no**") << " |" << std::endl;
}

}  // namespace perf
