// SPDX-License-Identifier: Apache-2.0
// Faults at every step, for every call form, policy and kind of memory: any call of the CUDA runtime may
// fail.
#include "faults.cuh"

#include <impulse/by_key.hpp>
#include <impulse/devices.hpp>
#include <impulse/layouts.hpp>
#include <impulse/parts.hpp>
#include <impulse/running.hpp>

#include <keys.hpp>

using number = std::uint64_t;

namespace {

constexpr index_t count = 100'000;  // several subtrees

/// A caller's memory resource that fails like the runtime. One call at a time uses its memory.
class failing_resource {
  public:
    void* allocate(std::size_t bytes, cudaStream_t) {
        REQUIRE(bytes <= memory_.bytes());
        if (interposed::fails("a resource", cudaErrorMemoryAllocation)) throw std::bad_alloc();
        ++held;
        return memory_.at(0);
    }
    void deallocate(void*, std::size_t, cudaStream_t) noexcept { --held; }

    int held = 0;

  private:
    gpu::memory memory_{std::size_t{1} << 22};
};

struct twice {
    IMPULSE_SHARED number operator()(number x) const { return 2 * x; }
};

struct fixture {
    gpu::stream s;
    std::vector<number> items = support::make_items(count, gpu::make_hash{});
    gpu::buffer<number> x{items};
    number expected = impulse::tree_fold(items, gpu::mix_init, gpu::mix{});
    failing_resource resource;

    /// Makes form(policy) fail at each step, by each policy with each memory, and checks the result. Each
    /// call has a new workspace, which is required after a call that failed.
    template <class Form, class IsRight>
    void check(bool waits, const Form& form, const IsRight& is_right) {
        gpu::for_each_policy([&](auto, const auto& policy) { check_policy(policy, waits, form, is_right); });
    }
    /// By two policies: where the policy changes nothing that can fail, each further one only adds kernels.
    template <class Form, class IsRight>
    void check_two(bool waits, const Form& form, const IsRight& is_right) {
        gpu::for_two_policies([&](auto, const auto& policy) { check_policy(policy, waits, form, is_right); });
    }
    template <class Policy, class Form, class IsRight>
    void check_policy(const Policy& policy, bool waits, const Form& form, const IsRight& is_right) {
        const auto how = policy.on(s);
        const auto every = [&](const std::string& memory, const auto& call) {
            CAPTURE(memory);
            CHECK(gpu::fail_at_every(s, waits, call, is_right) > 6);
        };
        every("its own memory", [&] { form(how); });
        every("a workspace", [&] {
            impulse::workspace space(std::size_t{1} << 22, {s});
            form(how.with(space));
        });
        every("a resource", [&] { form(how.with(resource)); });
        CHECK(resource.held == 0);
    }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "faults: a call that returns a value") {
    number got = 0;
    check(
        true, [&](const auto& how) { got = impulse::reduce(how, x, gpu::mix_init, gpu::mix{}); },
        [&] { return gpu::same_bits(std::exchange(got, 0), expected); });
}

TEST_CASE_FIXTURE(fixture, "faults: where there is no room for a cluster one block makes the value") {
    const auto last = x.begin() + 12'000;
    const auto how = impulse::automatic.on(s);
    const number of_some =
        impulse::tree_fold(std::vector(items.begin(), items.begin() + 12'000), gpu::mix_init, gpu::mix{});
    number got = 0;
    const auto call = [&] { got = impulse::reduce(how, x.begin(), last, gpu::mix_init, gpu::mix{}); };
    interposed::only = "cudaLaunchKernelExC";
    const gpu::outcome once = gpu::fail_at(0, call);
    interposed::only = nullptr;
    gpu::check_untouched(once, 0, s);
    CHECK(once.failed);
    CHECK(once.thrown == !gpu::has_clusters());
    CHECK(gpu::same_bits(got, once.thrown ? 0 : of_some));
    interposed::broken = "cudaLaunchKernelExC";
    const gpu::outcome never = gpu::fail_at(1'000'000, call);
    interposed::broken = nullptr;
    gpu::check_untouched(never, 0, s);
    CHECK((never.thrown && never.clear));
    call();
    CHECK(gpu::same_bits(got, of_some));
}

TEST_CASE_FIXTURE(fixture, "faults: whose slot has to be made") {
    number got = 0;
    const auto call = [&] { got = impulse::reduce(impulse::two_pass.on(s), x, gpu::mix_init, gpu::mix{}); };
    const gpu::buffer<index_t> n(std::vector<index_t>{count});
    const auto waits = [&] {
        impulse::reduce(impulse::two_pass.on(s), impulse::counted(x, n.data()), gpu::mix_init, gpu::mix{});
    };
    for (long k = 0; k >= 0; ++k) {
        interposed::broken = "cudaStreamSynchronize";  // a failed wait abandons the slot
        const bool given_up = gpu::fail_at(1'000'000, waits).thrown;
        interposed::broken = nullptr;
        CHECK(given_up);
        s.wait();
        const gpu::outcome got_out = gpu::fail_at(k, call);
        CAPTURE(k);
        CAPTURE(got_out.at);
        CAPTURE(got_out.what);
        gpu::check_untouched(got_out, 0, s);
        CHECK((got_out.thrown ? got_out.clear : !got_out.failed || gpu::may_be_ignored(got_out.at)));
        call();
        CHECK(gpu::same_bits(got, expected));
        if (!got_out.failed) {
            CHECK(k > 12);
            break;
        }
    }
}

TEST_CASE_FIXTURE(fixture, "faults: a call that writes its result") {
    const gpu::buffer<number> out(1);
    check(
        false, [&](const auto& how) { impulse::reduce_into(how, x, out.data(), gpu::mix_init, gpu::mix{}); },
        [&] { return gpu::same_bits(gpu::fetch(out.data(), s), expected); });
}

TEST_CASE_FIXTURE(fixture, "faults: of transformed items") {
    std::vector<number> doubled = items;
    for (number& each : doubled) each *= 2;
    const number of_doubled = impulse::tree_fold(doubled, gpu::mix_init, gpu::mix{});
    number got = 0;
    check_policy(
        impulse::last_block, true,
        [&](const auto& how) { got = impulse::transform_reduce(how, x, gpu::mix_init, gpu::mix{}, twice{}); },
        [&] { return gpu::same_bits(got, of_doubled); });
}

TEST_CASE_FIXTURE(fixture, "faults: of segments, short and long") {
    const support::offsets at{0, 3, 40'000, 40'001, 40'700, count};
    const gpu::buffer<index_t> offsets(at);
    const auto trees = support::trees(items, at, gpu::mix_init, gpu::mix{});
    const gpu::buffer<number> out(static_cast<index_t>(trees.size()));
    check_two(
        false,
        [&](const auto& how) {
            impulse::reduce_into(how, impulse::segments(x, offsets), out.data(), gpu::mix_init, gpu::mix{});
        },
        [&] { return gpu::download(out) == trees; });
}

TEST_CASE_FIXTURE(fixture, "faults: by key, with a count") {
    const auto runs = support::runs_of<int>({0, 3, 40'000, 40'001, 40'700, count});
    const auto trees = support::trees(items, runs.begins, runs.ends, gpu::mix_init, gpu::mix{});
    const gpu::buffer<int> keys(runs.keys), first(static_cast<index_t>(trees.size()));
    const gpu::buffer<number> out(static_cast<index_t>(trees.size()));
    const gpu::buffer<index_t> number_of_runs(1);
    check_two(
        false,
        [&](const auto& how) {
            impulse::reduce_by_key_into(how, impulse::by_key(keys, x), first.data(), out.data(),
                                        number_of_runs.data(), gpu::mix_init, gpu::mix{});
        },
        [&] {
            return gpu::fetch(number_of_runs.data(), s) == static_cast<index_t>(trees.size()) &&
                   gpu::download(first) == runs.first_keys && gpu::download(out) == trees;
        });
}

TEST_CASE_FIXTURE(fixture, "faults: of a part") {
    number got = 0;
    check_two(
        true,
        [&](const auto& how) {
            got = impulse::reduce_part(how, x, index_t{0}, gpu::mix{}).value(gpu::mix_init, gpu::mix{});
        },
        [&] { return gpu::same_bits(got, expected); });
}

TEST_CASE_FIXTURE(fixture, "faults: of several devices, apart and dealt") {
    gpu::must(cudaSetDevice(gpu::devices() > 1 ? 1 : 0));  // a single GPU has two streams
    const gpu::stream t;
    const gpu::buffer<number> first(std::vector<number>(items.begin(), items.begin() + 33'000));
    gpu::must(cudaSetDevice(0));
    const impulse::distributed<number> apart{{t, first.data(), 33'000},
                                             {s, x.data() + 33'000, count - 33'000}};
    const gpu::buffer<number> out(1);
    number got = 0;
    const auto is_right = [&] { return gpu::same_bits(std::exchange(got, 0), expected); };
    const auto every = [&](bool waits, const auto& call, const auto& right) {
        CHECK(gpu::fail_at_every(s, waits, call, right) > 20);
    };
    gpu::for_two_policies([&](auto, const auto& policy) {
        const auto reduce = [&](const auto& place, const auto& input) {
            return [&, place] { got = impulse::reduce(policy.on(place), input, gpu::mix_init, gpu::mix{}); };
        };
        every(true, reduce(impulse::devices(s, t), apart), is_right);
        every(
            false,
            [&] {
                impulse::reduce_into(policy.on(impulse::devices(s, t)), apart, out.data(), gpu::mix_init,
                                     gpu::mix{});
            },
            [&] { return gpu::same_bits(gpu::fetch(out.data(), s), expected); });
    });
    // A thread for each device makes the calls, and any of them may fail. First each allocates memory for
    // copies, which takes a while.
    const auto partitioned = [&](const auto& place) {
        return [&, place] {
            got = impulse::reduce(impulse::automatic.on(place), items, gpu::mix_init, gpu::mix{});
        };
    };
    every(false, partitioned(impulse::devices(s, t)), is_right);
    every(false, partitioned(impulse::devices(s)), is_right);
}

TEST_CASE_FIXTURE(fixture, "faults: of what is pushed, from the GPU, the host and pinned memory") {
    void* pinned = nullptr;
    gpu::must(cudaHostAlloc(&pinned, 1000 * sizeof(number), cudaHostAllocDefault));
    number* const locked = static_cast<number*>(pinned);
    std::copy(items.end() - 1000, items.end(), locked);
    number got = 0;
    const auto push_all = [&](const auto& how) {
        auto running = impulse::running_reduction<number>(how, gpu::mix_init, gpu::mix{});
        running.push(x.data(), x.data() + 70'000);
        running.push(items.data() + 70'000, items.data() + count - 1000);
        running.push(locked, locked + 1000);
        got = running.value();
    };
    const auto is_right = [&] { return gpu::same_bits(got, expected); };
    check_policy(impulse::last_block, false, push_all, is_right);
    gpu::for_two_policies([&](auto, const auto& policy) {
        CHECK(gpu::fail_at_every(
                  s, false, [&] { push_all(policy.on(s)); }, is_right) > 6);
    });
    gpu::must(cudaFreeHost(pinned));
}
