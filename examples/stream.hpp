// SPDX-License-Identifier: Apache-2.0
/// \file
/// The frame of a program that reads its input once, from beginning to end, and that can be interrupted and
/// continued.
#pragma once

#include "blocks.hpp"
#include "checkpoint.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "run.hpp"

#include <impulse/running.hpp>

#include <chrono>
#include <cstdio>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace examples {

/// Opens a file at the position where an earlier run stopped. Throws unless the block before that position is
/// the one that the run read.
inline void go_on(block_file& file, const position& at, const std::string& path) {
    file.skip_to(at.byte - at.last_bytes);
    const auto& last = file.exactly(at.last_bytes);
    if (last.size() != at.last_bytes || crc_of(last.data(), last.size()) != at.last_crc)
        throw usage_error(path + ": is not what the checkpoint was made of");
}

/// Passes all files to `work`, block by block: it calls work.take(bytes), and work.end_of_file() at the end
/// of each file. With --checkpoint it starts where an earlier run stopped.
template <class Work>
void read_all(const options& o, Work& work) {
    using clock = std::chrono::steady_clock;
    constexpr auto pause = std::chrono::seconds(1);
    const bool checkpoints = !o.checkpoint.empty();
    std::optional<interruption> interrupted;
    if (checkpoints) interrupted.emplace();
    position at;
    if (checkpoints && read_checkpoint(o, at, work))
        std::fprintf(stderr, "%s: goes on after %llu bytes\n", o.name.c_str(),
                     static_cast<unsigned long long>(at.read));
    progress bar(total_bytes(o.files), at.read);
    auto saved = clock::now();
    for (; at.file < o.files.size(); at = {at.file + 1, 0, at.read, 0, 0}) {
        const std::string& path = o.files[at.file];
        block_file file(path);
        if (at.byte > 0) go_on(file, at, path);
        const auto save = [&] {
            at.last_bytes = file.block().size();
            at.last_crc = crc_of(file.block().data(), file.block().size());
            write_checkpoint(o, at, work);
            saved = clock::now();
        };
        for (;;) {
            const int signal = checkpoints ? interrupted->wait_for(file.descriptor()) : 0;
            if (signal != 0) {
                save();
                throw stopped{signal};
            }
            const auto& block = file.next();
            if (block.empty()) break;
            work.take(block);
            at.byte += block.size(), at.read += block.size();
            if (checkpoints && clock::now() - saved > pause) save();
            bar.at(at.read);
        }
        work.end_of_file();
    }
}

/// Numbers in a checkpoint, with the bytes that they have in memory.
template <class T>
void write_numbers(std::ostream& to, const std::vector<T>& numbers) {
    static_assert(std::is_trivially_copyable_v<T>);
    to << numbers.size() << '\n';
    to.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(T)));
}
template <class T>
void read_numbers(std::istream& from, std::vector<T>& numbers) {
    std::size_t count = 0;
    from >> count;
    from.get();
    numbers.resize(count);
    from.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(count * sizeof(T)));
}

/// Calls f(policy) for the place where a stream is reduced: the host, unless the user asks for the GPU.
template <class F>
auto at_the_place(const options& o, const F& f) {
#if IMPULSE_HAS_CUDA
    if (o.place == "device") {
        if (const auto [gpu, why_none] = find_gpu(); gpu.empty())
            throw usage_error("no GPU for --on device: " + why_none);
        return f(impulse::automatic.on(impulse::device));
    }
#else
    if (o.place == "device") throw usage_error("no GPU for --on device: " + find_gpu().second);
#endif
    return f(impulse::automatic.on(impulse::host));
}

template <class Item, class Policy, class Init, class Op>
using running_by = decltype(impulse::running_reduction<Item>(std::declval<Policy>(), std::declval<Init>(),
                                                             std::declval<Op>()));

/// The result for the bytes of each file. The tag says what the operator means.
template <class Policy, class Result, class Op>
class each_file {
  public:
    each_file(Policy how, Result init, Op op, std::string tag)
        : running_(impulse::running_reduction<unsigned char>(how, init, op)), tag_(std::move(tag)) {}

    const std::vector<Result>& results() const { return results_; }

    void take(const std::vector<unsigned char>& bytes) { running_.push(bytes); }
    void end_of_file() {
        results_.push_back(running_.value());
        running_.clear();
    }
    void save(std::ostream& to) const {
        write_numbers(to, results_);
        running_.save(to, tag_);
    }
    void load(std::istream& from) {
        read_numbers(from, results_);
        running_.load(from, tag_);
    }

  private:
    running_by<unsigned char, Policy, Result, Op> running_;
    std::string tag_;
    std::vector<Result> results_;
};

/// The results for the bytes of each requested file.
template <class Result, class Op>
std::vector<Result> reduce_files(const options& o, Result init, Op op, const std::string& tag) {
    return at_the_place(o, [&](auto how) {
        each_file<decltype(how), Result, Op> work(how, init, op, tag);
        read_all(o, work);
        return work.results();
    });
}

}  // namespace examples
