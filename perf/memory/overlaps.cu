// SPDX-License-Identifier: Apache-2.0
//
// What overlaps if one host thread launches all of it: copies in, kernels and copies out on 1 to 8 streams;
// and kernels of one block side by side. All times are host times.
#include <chains.cuh>
#include <memory/arrays.cuh>
#include <memory/families.hpp>

namespace perf {

namespace {

constexpr int max_streams = 32;

/// Streams that do not wait for the default stream. All are synchronized at the end of a row's call.
cudaStream_t stream_of(int number) {
    static const auto all = std::make_unique<stream[]>(max_streams);
    return all[static_cast<std::size_t>(number)];
}

void synchronize(int streams) {
    for (int s = 0; s < streams; ++s) check(cudaStreamSynchronize(stream_of(s)), "waiting for a stream");
}

void launch_chains(const unsigned* from, unsigned* to, int n, int threads, int steps, int on_stream) {
    run_independent<1><<<n / threads, threads, 0, stream_of(on_stream)>>>(from, to, usual_step, steps);
    check(cudaGetLastError(), "running chains");
}

/// Throws unless each result is the one that its chain gives.
void require_chains(const unsigned* from, const unsigned* found, int n, int steps) {
    const congruence all = repeated(usual_step, steps);
    for (int i = 0; i < n; ++i)
        if (found[i] != all(from[i])) throw std::runtime_error("WRONG: a chain has another result");
}

// ---- copies and kernels ----------------------------------------------------------------------------------

constexpr int n = 1 << 24;
constexpr int parts = 16;
constexpr int steps = 1024;  // a kernel then takes about as long as a copy

/// The addresses of the words and of their results.
struct words {
    unsigned *from, *to;
};
words on_host() {
    static const pinned_memory results(n * sizeof(unsigned));
    return {reinterpret_cast<unsigned*>(arrays::all().pinned()), results.data<unsigned>()};
}
words on_gpu() {
    auto* const all = reinterpret_cast<unsigned*>(arrays::all().on_gpu());
    return {all, all + n};
}

void copy_in(int part, int on_stream) {
    const int first = part * (n / parts);
    check(cudaMemcpyAsync(on_gpu().from + first, on_host().from + first, n / parts * sizeof(unsigned),
                          cudaMemcpyHostToDevice, stream_of(on_stream)),
          "copying a part");
}
void compute(int part, int on_stream) {
    const int first = part * (n / parts);
    launch_chains(on_gpu().from + first, on_gpu().to + first, n / parts, 256, steps, on_stream);
}
void copy_out(int part, int on_stream) {
    const int first = part * (n / parts);
    check(cudaMemcpyAsync(on_host().to + first, on_gpu().to + first, n / parts * sizeof(unsigned),
                          cudaMemcpyDeviceToHost, stream_of(on_stream)),
          "copying a part");
}

/// Depth first: all steps of a part, then the next part.
void depth_first(int streams) {
    for (int part = 0; part < parts; ++part)
        for (const auto step : {copy_in, compute, copy_out}) step(part, part % streams);
}
/// Breadth first: one step of a part on each stream, then the next step of these parts.
void breadth_first(int streams) {
    for (int part = 0; part < parts; part += streams)
        for (const auto step : {copy_in, compute, copy_out})
            for (int s = 0; s < streams; ++s) step(part + s, s);
}
void only_copies(int streams) {
    for (int part = 0; part < parts; ++part) copy_in(part, part % streams);
}
void only_kernels(int streams) {
    for (int part = 0; part < parts; ++part) compute(part, part % streams);
}

/// `copies`: the number of times that each item crosses the link.
row overlap(const std::string& name, const char* lesson, int streams, void (*enqueue)(int), int copies = 2) {
    const auto prepare = [] { std::fill(on_host().to, on_host().to + n, 0u); };
    const auto timed = [=] {
        enqueue(streams);
        synchronize(streams);
    };
    const auto compare = [=] {
        if (copies == 2) require_chains(on_host().from, on_host().to, n, steps);
    };
    const auto measure = [=] { return host_seconds(prepare, timed, compare); };
    row made{"overlap/" + name, lesson, n, 4. * copies * n, 4. * copies * n, measure};
    if (copies == 0) made.operations = static_cast<double>(n) * steps;
    return made;
}

// ---- kernels side by side --------------------------------------------------------------------------------

constexpr int kernels = 32;
constexpr int block = 256;
constexpr int long_steps = 1 << 18;

row side_by_side(int streams) {
    const auto measure = [=] {
        const words host = on_host();
        const words gpu = on_gpu();
        constexpr std::size_t bytes = std::size_t{kernels} * block * sizeof(unsigned);
        const auto prepare = [=] {
            check(cudaMemcpy(gpu.from, host.from, bytes, cudaMemcpyHostToDevice), "copying words");
            check(cudaMemset(gpu.to, 0, bytes), "clearing results");
        };
        const auto timed = [=] {
            for (int k = 0; k < kernels; ++k)
                launch_chains(gpu.from + k * block, gpu.to + k * block, block, block, long_steps,
                              k % streams);
            synchronize(streams);
        };
        const auto compare = [=] {
            std::vector<unsigned> found(std::size_t{kernels} * block);
            check(cudaMemcpy(found.data(), gpu.to, bytes, cudaMemcpyDeviceToHost), "copying results");
            require_chains(host.from, found.data(), kernels * block, long_steps);
        };
        return host_seconds(prepare, timed, compare);
    };
    row made{
        "concurrent kernels/32 kernels, " + std::to_string(streams) + (streams == 1 ? " stream" : " streams"),
        "a kernel of one block leaves all other multiprocessors to the others",
        kernels,
        0,
        0,
        measure};
    made.operations = static_cast<double>(kernels) * block * long_steps;
    return made;
}

}  // namespace

rows overlaps() {
    rows all{overlap("copies in alone", "what the link needs for half of the bytes", 1, only_copies, 1),
             overlap("kernels alone", "what the multiprocessors need", 1, only_kernels, 0)};
    for (const int streams : {1, 2, 4, 8}) {
        const std::string count = std::to_string(streams) + (streams == 1 ? " stream" : " streams");
        all.push_back(overlap(count + ", depth first", "copy, kernel, copy; and then the next part", streams,
                              depth_first));
        if (streams > 1)
            all.push_back(overlap(count + ", breadth first", "the copies of all streams, then their kernels",
                                  streams, breadth_first));
    }
    return all;
}

rows concurrent_kernels() {
    rows all;
    for (const int streams : {1, 2, 4, 8, 16, 32}) all.push_back(side_by_side(streams));
    return all;
}

}  // namespace perf
