# SPDX-License-Identifier: Apache-2.0
"""The pages of the reference, and its text besides docstrings and examples. (For reference.py.)"""

# The title, the header to include, and the headers with the declarations. Each other header becomes a
# separate family.
FAMILIES = (
    ("Reductions", "reduce.hpp", "reduce.hpp"),
    ("Initial values in memory", "accumulate.hpp", "accumulate.hpp"),
    ("Sums, products and counts", "sums.hpp", "sums.hpp"),
    ("Statistics", "statistics.hpp", "statistics.hpp norm.hpp"),
    ("Extreme items", "extrema.hpp", "extrema.hpp detail/op/positions.hpp"),
    ("Aggregates with names", "aggregates/all.hpp",
     "aggregates/moments.hpp aggregates/locations.hpp detail/op/located.hpp "
     "aggregates/compensated_sum.hpp"),
    ("Reductions that skip NaN", "nan.hpp", "nan.hpp"),
    ("Items under a mask", "where.hpp", "where.hpp"),
    ("Layouts: many results", "layouts.hpp", "layouts.hpp detail/frontend/arrays.hpp"),
    ("Runs of equal keys", "by_key.hpp", "by_key.hpp"),
    ("The tree, and parts of it", "parts.hpp", "tree.hpp parts.hpp detail/tree/forest.hpp"),
    ("Streams", "running.hpp", "running.hpp saved_state.hpp"),
    ("Several devices", "devices.hpp", "devices.hpp"),
    ("Ranks", "mpi.hpp",
     "detail/transport/mpi.hpp detail/transport/nccl.cuh detail/transport/rank_error.hpp"),
    ("Arrays of all ranks", "elementwise.hpp", "elementwise.hpp"),
    ("Rows and runs of all ranks", "global.hpp", "global.hpp"),
    ("What a call does", "explain.hpp", "explain.hpp check_arithmetic.hpp"),
    ("Policies", "policies/all.hpp",
     "policies/policy.hpp policies/single_block.hpp policies/two_pass.hpp policies/last_block.hpp "
     "policies/work_queue.hpp shape.hpp"),
    ("Places, memory and errors", "device.cuh",
     "place.hpp detail/backend/cuda/workspace.cuh detail/backend/cuda/memory.cuh error.hpp"),
    ("Operators", "operators.hpp",
     "detail/op/functors.hpp detail/op/values.hpp detail/op/identity.hpp "
     "detail/op/freedom.hpp detail/op/together.hpp "
     "detail/op/aggregate.hpp detail/op/op_adaptor.hpp detail/op/pack.hpp detail/op/type_id.hpp "
     "detail/base/bytes.hpp"),
    ("Is an operator associative?", "find_nonassociative.hpp", "find_nonassociative.hpp"),
    ("Iterators", "iterators.hpp", "detail/base/iterators.hpp detail/source/source.hpp"),
    ("Kernels of your own", "groups.cuh",
     "group_reduce.hpp groups.cuh cluster.cuh cooperative_groups.cuh detail/kernel/block_meeting.hpp "
     "detail/base/interval.hpp detail/base/atomics.hpp"),
    ("Policies of your own", "policies/schedule.hpp", "policies/schedule.hpp"),
    ("Places of your own", "place.hpp",
     "detail/plan/plan.hpp detail/plan/plan_for.hpp detail/kernel/collectives.hpp "
     "detail/base/uninitialized.hpp transfer_queues.hpp"),
    ("Layouts of your own", "layout.hpp", "layout.hpp detail/layout/layout.hpp"),
    ("Transports of your own", "ranks.hpp", "detail/transport/ranks_of.hpp"),
    ("Configuration", "config.hpp", "config.hpp"),
)
# Names in the namespace that only the layers of the library use.
INTERNAL = set("""
    last_block_schedule single_block_schedule two_pass_schedule work_queue_schedule deduced_place
    own_memory given_memory grouped_operator identity_operator result_t transform_source zipped_source
    indexed_source make_transform_source zipped strided_source iterator_source contiguous tile_shape
    bounded_layout is_cleared has_bounds has_equal_lengths single_lane_warp flagged_value listed_subtree
    run_ends result_target even_split lane_share loading max_packing_warps column_tile work_kind
    warp_smem_need group_iterations segmented_launch run_search column_plan warp_like block_like
    cluster_like whole_indexed_source transfer_queues memory_location devices_place shared_call
    place_of_several joined_in_order
""".split())
HEAD = """# Reference

Written by `docs/reference.py` from the docstrings of the headers and from [examples](../examples), which are
compiled and run as tests. Names are those of namespace `impulse`. `CHECK(x)` says that x is true. Arguments
in `[` `]` are optional; `range` and `x` are a random-access range, two iterators `first, last`, or a layout.

- [I want to …](#i-want-to-)
- [Coming from another library](#coming-from-another-library)"""
FROM_OTHERS = """## Coming from another library

The results are the same, except for the rounding of floating-point sums and products: Impulse rounds by its
tree, with the same bits everywhere. Only `std::accumulate` has different requirements for its operator:

- `std::accumulate` adds one item after another to an accumulator: `op(accumulator, item)`. `reduce`
  computes parts of the range independently, and joins their results by a tree:
  `op(accumulator, accumulator)`. So the operator must join two accumulators, and must be associative, at
  least up to rounding: with `std::minus` the results differ.
- An operator like `[](double s, int x) { return s + x * x; }` adds an item and does not join. `reduce`
  refuses it, because its parameters have different types. Put the function of the item into a transform:
  `transform_reduce(x, 0.0, plus{}, square)`. Or give the operator both functions: `lift` or `accumulate`, and
  `combine`. `ordered(op)` states that the conversion is intended.
- If both parameters have one type, as in `[](double s, double x) { return s + x * x; }`, the compiler
  cannot detect this, and the result is wrong.
  [`find_nonassociative(x, op)`](api/find_nonassociative.md#find_nonassociative) shows it on a small input.
- `std::accumulate` accumulates in the type of `init`, `reduce` in the type that `op(init, item)` returns: for
  doubles with the `init` 0 in double, not in int.
- For an empty range both return `init`.

Without an initial value a sum of −0 alone is −0, as in NumPy. `std::reduce(first, last)`, Thrust, CUB and
Kokkos begin from zero, and return +0: for that write `reduce(x, 0.0)`. For `np.nanmin` and `np.nanmax` an
input of only NaN gives NaN, as in NumPy.

Tests compile the right column, and run it if the machine has what it needs. Of the left column they compile
and run the calls of `std::`, Thrust and CUB, and compare the results, except for `std::execution::par` and
the call that CCCL has from 3.1 on.
"""
