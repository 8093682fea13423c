// SPDX-License-Identifier: Apache-2.0
// Emulated ranks: threads of this process with their own transport, which joins messages by another random
// tree each time, so that a result that depends on the transport's tree is found.
#pragma once

#include <seed.hpp>

#include <impulse/ranks.hpp>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstring>
#include <exception>
#include <string>
#include <thread>
#include <vector>

namespace emulated {

/// The state that the ranks of a group share.
struct shared_group {
    explicit shared_group(int ranks)
        : size(ranks), meet(ranks), given(static_cast<std::size_t>(ranks)), messages(given.size()) {}
    int size;
    std::barrier<> meet;
    std::vector<const void*> given;
    std::vector<std::vector<char>> messages;
    unsigned long long reductions = 0;
    std::atomic<int> misfits = 0;  ///< bytes of another length than the receiver expects
};

class transport {
  public:
    struct group {
        shared_group* all;
        int rank;
    };

    explicit transport(const group& of) : all_(*of.all), rank_(of.rank) {}
    int rank() const { return rank_; }
    int size() const { return all_.size; }

    void all_gather(const void* mine, void* all, std::size_t bytes) const {
        give(mine);
        for (int r = 0; r < size(); ++r)
            std::memcpy(static_cast<char*>(all) + static_cast<std::size_t>(r) * bytes, given(r), bytes);
        all_.meet.arrive_and_wait();
    }
    void broadcast(void* memory, std::size_t bytes, int root) const {
        give(memory);
        if (rank_ != root) std::memcpy(memory, given(root), bytes);
        all_.meet.arrive_and_wait();
    }
    void all_to_all(const impulse::detail::sent_bytes* to,
                    const impulse::detail::received_bytes* from) const {
        give(to);
        for (int r = 0; r < size(); ++r) {
            const auto& sent = static_cast<const impulse::detail::sent_bytes*>(given(r))[rank_];
            if (sent.bytes != from[r].bytes) ++all_.misfits;
            if (sent.bytes > 0) std::memcpy(from[r].data, sent.data, (std::min)(sent.bytes, from[r].bytes));
        }
        all_.meet.arrive_and_wait();
    }
    /// In rounds: some adjacent pairs of the remaining ranks join, each at its right rank.
    template <class Join>
    void reduce(void* message, std::size_t bytes, int root, const Join& join) const {
        auto& mine = at(rank_);
        mine.assign(static_cast<const char*>(message), static_cast<const char*>(message) + bytes);
        all_.meet.arrive_and_wait();
        auto random = support::random_source(all_.reductions);
        std::vector<int> left;
        for (int r = 0; r < size(); ++r) left.push_back(r);
        while (left.size() > 1) {
            std::vector<int> next;
            for (std::size_t i = 0; i < left.size(); ++i) {
                if (i + 1 < left.size() && support::random_between(random, 0, 1) == 1) {
                    if (left[i + 1] == rank_) join(at(left[i]).data(), mine.data());
                    ++i;
                }
                next.push_back(left[i]);
            }
            left = next;
            all_.meet.arrive_and_wait();
        }
        if (rank_ == root) {
            std::memcpy(message, at(left[0]).data(), bytes);
            ++all_.reductions;
        }
        all_.meet.arrive_and_wait();
    }

  private:
    std::vector<char>& at(int rank) const { return all_.messages[static_cast<std::size_t>(rank)]; }
    const void* given(int rank) const { return all_.given[static_cast<std::size_t>(rank)]; }
    void give(const void* memory) const {
        all_.given[static_cast<std::size_t>(rank_)] = memory;
        all_.meet.arrive_and_wait();
    }

    shared_group& all_;
    int rank_;
};

using ranks = impulse::ranks_of<transport>;

/// Calls f(place) on the given number of ranks.
template <class F>
void on_ranks(int size, const F& f) {
    shared_group all(size);
    std::vector<std::jthread> threads;
    for (int r = 0; r < size; ++r) threads.emplace_back([&, r] { f(ranks{{&all, r}}, r); });
}

/// What is wrong on so many ranks: the words that f(place, rank) returns or throws.
template <class Ranks = ranks, class F>
std::string wrong_on_ranks(int size, const F& f) {
    std::vector<std::string> wrong(static_cast<std::size_t>(size));
    shared_group all(size);
    {
        std::vector<std::jthread> threads;
        for (int r = 0; r < size; ++r)
            threads.emplace_back([&, r] {
                std::string& its = wrong[static_cast<std::size_t>(r)];
                try {
                    its = f(Ranks{{&all, r}}, r);
                } catch (const std::exception& error) {
                    its = error.what();
                }
            });
    }
    std::string words = all.misfits > 0 ? "bytes of another length than expected\n" : "";
    for (const std::string& each : wrong)
        if (!each.empty()) words += each + "\n";
    return words;
}

}  // namespace emulated
