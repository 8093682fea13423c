// SPDX-License-Identifier: Apache-2.0
//
// The ladder: from the first kernel of every course to the library's reduction, rung by rung, on the same
// items. `perf_ladder sweep` tries one reduction in every shape. `perf_ladder once` calls every rung once,
// for a profiler; `perf_ladder once nested` calls the rungs whose kernels launch kernels.
#include <algorithm>
#include <machine.cuh>
#include <map>
#include <memory>
#include <report.hpp>
#include <string>

#include "as_printed.cuh"
#include "bench.cuh"
#include "families.hpp"
#include "in_place.cuh"
#include "levels.cuh"
#include "one_warp.cuh"
#include "queue.cuh"
#include "resident.cuh"
#include "roof.cuh"
#include "shared_memory.cuh"
#include "sweep.cuh"
#include "unrolling.cuh"
#include "vectors.cuh"

namespace ladder {

namespace {

/// All families whose kernels the host launches.
std::vector<family> plain_families() {
    return {vector_addition(),
            shared_memory(),
            complete_unrolling(),
            in_place(),
            headline_ratios(),
            one_warp_rungs(),
            one_block(),
            grid(),
            resident_blocks(),
            levels_from_the_host(),
            queue(),
            libraries()};
}

std::vector<family> families() {
    std::vector<family> all = plain_families();
#ifdef LADDER_NESTED
    all.insert(all.end() - 1, nested_grids());
#endif
    return all;
}

/// Within a family, each rung is compared with the one before.
class climber {
  public:
    explicit climber(bench& on) : on_(on) {}

    perf::finding measure(const std::string& of_family, const rung& each) {
        on_.check(each);
        perf::finding found{on_.seconds(each)};
        const double rate = each.bytes() / found.seconds;
        found.lesson = each.lesson;
        found.add("n", each.n);
        found.add_rate(each.bytes());
        if (of_family == family_) found.add("ratio_to_previous", rate / previous_);
        family_ = of_family;
        previous_ = rate;
        return found;
    }

  private:
    bench& on_;
    std::string family_;
    double previous_ = 0;
};

void climb(bench& on) {
    const auto roofs = measure_roofs(on);
    perf::report::context("read_roof_bytes_per_second", std::to_string(roofs[0].rate()));
    perf::report::context("copy_roof_bytes_per_second",
                          std::to_string(std::max(roofs[1].rate(), roofs[2].rate())));
    perf::report::context("card", card_properties());
    const auto add = [](const std::string& family, const char* name, std::function<perf::finding()> measure) {
        perf::report::instance().add("ladder/" + family + "/" + name, std::move(measure));
    };
    for (const roof& each : roofs) add("roof", each.name, [each] { return each.found(); });
    const auto climbing = std::make_shared<climber>(on);
    for (const family& of : families())
        for (const rung& each : of.rungs)
            add(of.name, each.name,
                [climbing, name = std::string(of.name), each] { return climbing->measure(name, each); });
}

/// Prints the order of the rungs, which identifies the profiler's data.
void profile(bench& on, const std::vector<family>& all) {
    std::printf("card,%s\n", card_properties().c_str());
    for (const family& of : all)
        for (const rung& each : of.rungs) {
            try {
                on.profile(of.name, each);
            } catch (const std::exception& failure) {
                perf::report::instance().fail(each.name, failure.what());
            }
        }
}

void once(bench& on) { profile(on, plain_families()); }

/// ncu sees the first grid of each rung, and counts the work of its children as the grid's own. It runs each
/// grid several times. Tail launches, one after the other, take 2 seconds at 2^22 items, so larger sizes
/// leave them out.
void once_nested([[maybe_unused]] bench& on) {
#ifdef LADDER_NESTED
    family of = nested_grids();
    std::erase_if(of.rungs, [](const rung& each) {
        return each.n > 1 << 20 && std::string(each.name).starts_with("nested");
    });
    profile(on, {of});
#else
    throw std::runtime_error("this build has no nested grids");
#endif
}

}  // namespace

}  // namespace ladder

int main(int argc, char** argv) {
    return perf::main_of("perf_ladder", 2, argc, argv, [](int arguments, char** values) {
        const std::map<std::string, void (*)(ladder::bench&)> commands{{"", ladder::climb},
                                                                       {"sweep", ladder::sweep},
                                                                       {"once", ladder::once},
                                                                       {"once nested", ladder::once_nested}};
        std::string command;
        for (int i = 1; i < arguments; ++i) command += (i > 1 ? " " : "") + std::string(values[i]);
        if (!commands.contains(command)) throw std::runtime_error("there is no command '" + command + "'");
        perf::describe_machine();
        static ladder::bench on;  // the rows hold references to it
        commands.at(command)(on);
    });
}
