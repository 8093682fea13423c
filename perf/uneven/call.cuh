// SPDX-License-Identifier: Apache-2.0
// A sum of items of uneven cost, under a policy in one shape, ready to be timed.
#pragma once

#include <impulse/reduce.hpp>
#include <lab.cuh>
#include <uneven/mandelbrot.hpp>

#include <thrust/iterator/counting_iterator.h>

#include <cstring>

namespace perf {

inline bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof(float)) == 0; }

/// The sum of the steps of a square's points, under a policy in one shape, ready to be timed.
class call {
  public:
    using plan_type = impulse::whole_input_plan;

    template <class Policy>
    call(std::string name, const Policy& policy, const impulse::shape& user_shape, const square& of)
        : name_(std::move(name)), by_hand_(user_shape), out_(std::make_shared<device_memory>(sizeof(float))) {
        const auto how = policy.on(lab::instance().stream()).tune(user_shape);
        const thrust::counting_iterator<int> first(0);
        const auto last = first + of.points();
        float* const out = out_->data<float>();
        const auto& sum = impulse::transform_reduce_into;
        plan_ = sum.plan(how, first, last, out, 0.f, impulse::plus{}, steps_from{of});
        const auto space = std::make_shared<impulse::workspace>(plan_.workspace_bytes, impulse::device);
        run_ = [=] { sum(how.with(*space), first, last, out, 0.f, impulse::plus{}, steps_from{of}); };
    }

    const std::string& name() const { return name_; }
    const impulse::shape& user_shape() const { return by_hand_; }
    const plan_type& plan() const { return plan_; }

    /// The GPU time of one call; sum() gives its sum.
    double seconds() {
        const cudaStream_t stream = lab::instance().stream();
        check(cudaMemsetAsync(out_->data(), 0xff, sizeof(float), stream), "clearing a sum");
        begin_->record(stream);
        run_();
        end_->record(stream);
        check(cudaStreamSynchronize(stream), "summing");
        check(cudaMemcpy(&sum_, out_->data(), sizeof(float), cudaMemcpyDefault), "copying a sum");
        return end_->seconds_since(*begin_);
    }
    float sum() const { return sum_; }

  private:
    std::string name_;
    impulse::shape by_hand_;
    plan_type plan_;
    std::shared_ptr<device_memory> out_;
    std::function<void()> run_;
    std::shared_ptr<event> begin_ = std::make_shared<event>();
    std::shared_ptr<event> end_ = std::make_shared<event>();
    float sum_ = 0;
};

/// The grid of a plan and the length of its pieces, in words.
inline std::string in_words(const call::plan_type& plan) {
    const impulse::tile_plan& tiles = plan.tiles;
    return std::to_string(tiles.blocks) + " × " + std::to_string(tiles.threads) + " threads, pieces of " +
           std::to_string(impulse::index_t{tiles.leaf} << tiles.log2_subtree);
}

}  // namespace perf
