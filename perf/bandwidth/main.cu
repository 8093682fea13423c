// SPDX-License-Identifier: Apache-2.0
//
// Copies of 1 KiB to 1 GiB, after the sample bandwidthTest: to the GPU and back, from pageable, pinned and
// write-combined memory, and within the GPU's memory. Figures are GB/s, and the share of what the clock and
// width of the memory, or of the link, allow.
#include <host_memory.cuh>
#include <lab.cuh>
#include <machine.cuh>
#include <report.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace perf {
namespace {

constexpr std::size_t largest = std::size_t{1} << 30;
constexpr int runs = 7;

/// One way to copy. A copy within the GPU counts both the bytes that it reads and those that it writes.
struct direction {
    std::string name;
    char* to;
    char* from;
    double counted;      ///< the bytes of a copy times this
    double theoretical;  ///< bytes a second, or 0 if unknown
};

/// Clock times width, two words for each period.
double memory_bytes_per_second() {
    return 2e3 * device_attribute(cudaDevAttrMemoryClockRate) *
           device_attribute(cudaDevAttrGlobalMemoryBusWidth) / 8;
}

/// The rate of the link, as the system reports it: for example 32 GT/s on 16 lanes, of which the encoding
/// takes 2 of 130 bits. 0 if the system reports nothing.
double link_bytes_per_second() {
    char pci[32] = "";
    check(cudaDeviceGetPCIBusId(pci, sizeof(pci), 0), "asking for the PCI ids");
    std::string folder = std::string("/sys/bus/pci/devices/") + pci;
    std::transform(folder.begin(), folder.end(), folder.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    double transfers = 0, lanes = 0;
    std::ifstream(folder + "/max_link_speed") >> transfers;
    std::ifstream(folder + "/max_link_width") >> lanes;
    const double of_code = transfers > 7 ? 128. / 130 : 8. / 10;
    return lanes < 64 ? transfers * 1e9 * lanes / 8 * of_code : 0;
}

/// The host time of one of many copies that follow each other.
double seconds_of_copy(const direction& way, std::size_t bytes) {
    const std::size_t copies = std::clamp<std::size_t>((std::size_t{256} << 20) / bytes, 1, 100);
    const cudaStream_t on = lab::instance().stream();
    return medians_by_turns(1, runs, 1,
                            [&](std::size_t) {
                                return seconds_of([&] {
                                    for (std::size_t i = 0; i < copies; ++i)
                                        check(cudaMemcpyAsync(way.to, way.from, bytes, cudaMemcpyDefault, on),
                                              "copying");
                                    check(cudaStreamSynchronize(on), "copying");
                                });
                            })[0] /
           static_cast<double>(copies);
}

// Write-combined memory is slow to read, so the check reads only both ends and the middle.
constexpr std::size_t seen = 4096;
constexpr std::size_t places_seen[] = {0, largest / 2, largest - seen};

/// The bytes that this direction, and no other, copies to this place.
std::vector<char> pattern(std::size_t direction, std::size_t place) {
    std::vector<char> made(seen);
    for (std::size_t i = 0; i < seen; ++i)
        made[i] = static_cast<char>(((i + place) * 2654435761u >> 13) + 41 * direction + 1);
    return made;
}

/// Writes the pattern to the source, and clears the destination.
void prepare_check(const direction& way, std::size_t number) {
    for (const std::size_t at : places_seen) {
        const std::vector<char> wanted = pattern(number, at), cleared(seen);
        check(cudaMemcpy(way.from + at, wanted.data(), seen, cudaMemcpyDefault), "preparing a copy");
        check(cudaMemcpy(way.to + at, cleared.data(), seen, cudaMemcpyDefault), "preparing a copy");
    }
    check(cudaDeviceSynchronize(), "preparing a copy");
}

/// Checks a copy of the largest size.
void require_copied(const direction& way, std::size_t number) {
    std::vector<char> found(seen);
    for (const std::size_t at : places_seen) {
        check(cudaMemcpy(found.data(), way.to + at, seen, cudaMemcpyDefault), "looking at a copy");
        if (found != pattern(number, at)) throw std::runtime_error(way.name + " has not copied all bytes");
    }
}

std::string size_text(std::size_t bytes) {
    const std::size_t kibi = bytes >> 10;
    if (kibi >= std::size_t{1} << 20) return std::to_string(kibi >> 20) + " GiB";
    return kibi >= 1024 ? std::to_string(kibi >> 10) + " MiB" : std::to_string(kibi) + " KiB";
}

void run(int, char**) {
    describe_machine();
    const device_memory there(largest), beside(largest);
    const std::unique_ptr<char[]> of_pages(new char[largest]);
    const pinned_memory locked(largest), combined(largest, cudaHostAllocWriteCombined);
    fill<int>(there.data(), largest, nullptr);
    for (char* const each : {of_pages.get(), locked.data(), combined.data()})
        std::memset(each, 0x5a, largest);
    check(cudaDeviceSynchronize(), "filling memory");

    const double link = link_bytes_per_second(), memory = memory_bytes_per_second();
    const std::vector<direction> all{
        {"pageable, to the GPU", beside.data(), of_pages.get(), 1, link},
        {"pinned, to the GPU", beside.data(), locked.data(), 1, link},
        {"write-combined, to the GPU", beside.data(), combined.data(), 1, link},
        {"pageable, from the GPU", of_pages.get(), there.data(), 1, link},
        {"pinned, from the GPU", locked.data(), there.data(), 1, link},
        {"write-combined, from the GPU", combined.data(), there.data(), 1, link},
        {"on the GPU", beside.data(), there.data(), 2, memory},
    };
    report::context("note",
                    "The host's clock: one of many copies that follow each other, medians of 7. On the "
                    "GPU bytes read and bytes written are counted together");
    if (link > 0) report::context("link_in_theory_bytes_per_second", std::to_string(link));
    report::context("memory_in_theory_bytes_per_second", std::to_string(memory));
    std::vector<double> rates(all.size());
    for (std::size_t bytes = std::size_t{1} << 10; bytes <= largest; bytes *= 2) {
        finding found;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (bytes == largest) prepare_check(all[i], i);
            const double rate = all[i].counted * static_cast<double>(bytes) / seconds_of_copy(all[i], bytes);
            rates[i] = rate;
            found.add(all[i].name + "_bytes_per_second", rate);
            if (bytes == largest) require_copied(all[i], i);
        }
        report::instance().tell("bandwidth/" + size_text(bytes), found);
    }
    finding of_theory;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].theoretical > 0) of_theory.add(all[i].name, rates[i] / all[i].theoretical);
    // Only for the largest size: smaller copies within the GPU hit in the L2 cache.
    report::instance().tell("bandwidth/" + size_text(largest) + ", of theory", of_theory);
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::main_of("perf_bandwidth", 0, argc, argv, perf::run); }
