// SPDX-License-Identifier: Apache-2.0
/// \file
/// Written by library_names.py: every name that the library's headers put before an argument list.
#pragma once

// clang-format off
#define IMPULSE_TEST_LIBRARY_NAMES(X) \
  X(a_) X(abandon) X(abort) X(abort_collective) X(abort_late) X(about_) X(above) X(acc) X(access) \
  X(accessor) X(accumulate) X(accumulate_items) X(accumulator) X(accumulator_of) X(across) X(add) \
  X(add_fourths) X(add_lanes) X(add_neighbours) X(add_quads) X(add_some) X(add_squares) X(add_whole_leaf) \
  X(address) X(addressof) X(after) X(agree) X(agree_on_items) X(ahead) X(aligned) X(alike) X(all) X(all_) \
  X(all_from) X(all_gather) X(all_of) X(all_to_all) X(allocate) X(allocate_) X(along) X(among) X(answer) \
  X(answers_by) X(any) X(anything) X(apart) X(append) X(append_members) X(append_to) X(apply) \
  X(are_adjacent) X(are_better_staged) X(are_dense) X(are_every) X(are_few) X(are_flagged_values) \
  X(are_inputs) X(are_multiples_of) X(are_steps_alike) X(are_whole) X(are_words_across) X(are_words_along) \
  X(argument_of) X(array_pair) X(arrays_for) X(arrival) X(arrivals_) X(arrive) X(as_const) X(as_examined) \
  X(as_group) X(as_member) X(as_optional) X(as_place) X(as_run) X(as_static) X(ask) X(ask_ahead) X(asked) \
  X(asked_first) X(assign) X(assign_each) X(associate) X(assume_associative) X(at) X(at_) X(at_once) \
  X(attempt) X(attribute) X(average) X(axes) X(b_) X(back) X(bad_argument) X(ballot) X(base) X(base_system) \
  X(basic_running_reduction) X(batch_of_found) X(batch_size) X(batches) X(before) X(before_part) \
  X(before_tile) X(began_last) X(begin) X(begin_) X(begin_at) X(begin_at_multiples_of) X(begin_of) \
  X(begin_with) X(begins) X(begun) X(below) X(beneath) X(beside) X(best_of_uneven) X(best_share) \
  X(best_subtree) X(between) X(beyond) X(binary_counter) X(bits) X(bits_of_format) X(block) X(block_) \
  X(block_rank) X(block_smem) X(block_warps) X(blocks) X(blocks_at_once) X(body) X(borrow) X(borrow_slot) \
  X(borrowed_slot) X(both) X(bounds) X(bounds_to_check) X(bring) X(bring_nothing) X(broadcast) X(buffer) \
  X(buffer_) X(butterfly_combine) X(by) X(by_) X(by_columns) X(by_hand_or) X(by_items) X(by_key) \
  X(by_one_thread) X(by_positions) X(by_vectors_of) X(bytes) X(bytes_) X(bytes_of) X(bytes_uninitialized) \
  X(c_str) X(call) X(call_by_shards) X(call_on_shards) X(call_parameters) X(call_probe) X(called_op) \
  X(caller_scope) X(calls) X(calls_) X(can_be_name) X(can_stage) X(capacity) X(capacity_of) X(captured) \
  X(carry) X(carry_on) X(ceil_power) X(check) X(check_arithmetic) X(check_bytes) X(check_count_out) \
  X(check_cuda) X(check_device_callable) X(check_device_each) X(check_device_invoke) X(check_device_masked) \
  X(check_driver) X(check_elements) X(check_extents) X(check_extreme) X(check_init_stays) X(check_layout) \
  X(check_matrix) X(check_members) X(check_named) X(check_operator) X(check_shape) X(check_tag) \
  X(check_tuning) X(checked) X(checked_stride) X(choose) X(chunk_) X(chunk_bytes) X(clamp) X(clear) \
  X(clock_gettime) X(cluster) X(cluster_begin) X(cluster_wait) X(clustered_block) X(clustered_warps) \
  X(cmp_greater) X(cmp_less) X(code) X(code_) X(collective) X(column) X(column_counter) X(column_tile_lane) \
  X(column_tiles) X(columns) X(columns_of_all_rows) X(columns_of_ranks) X(columns_of_rows) \
  X(columns_per_lane) X(columns_request) X(combine) X(come) X(comm_) X(compare) X(complain) \
  X(compute_capability) X(concurrency) X(context_) X(contiguous) X(contraction_barrier) X(copied) X(copies) \
  X(copies_wait) X(copy) X(copy_own) X(copy_word) X(copy_words) X(costs_little) X(count) X(count_) \
  X(count_answers) X(count_bits) X(count_ends_serially) X(count_nodes) X(count_ones) X(count_outs) \
  X(count_runs) X(counted) X(counter) X(cuda_error) X(cuda_failed) X(current) X(current_context) \
  X(current_exception) X(cut) X(data) X(data_) X(data_handle) X(deadline) X(deallocate) X(deallocate_) \
  X(decay_t) X(decimal) X(declval) X(denorm_min) X(dense) X(dense_node) X(device) X(device_count) \
  X(device_scope) X(devices) X(dim3) X(distributed) X(divide_up) X(divides_roughly) X(divides_well) \
  X(divisor) X(done) X(driver_entry) X(driver_function) X(drops_nan) X(drops_zero_signs) X(duration) X(each) \
  X(each_of) X(each_of_them) X(each_under_mask) X(elements_of_result) X(elementwise) X(elementwise_call) \
  X(elementwise_in_order) X(elementwise_on_gpus) X(emplace) X(emplace_back) X(empty) X(enable_peer) X(end) \
  X(ended_transfer_queues) X(ends) X(ends_at) X(ends_never) X(ends_short) X(ends_too_early) \
  X(ends_with_projection) X(entered_) X(eof) X(epsilon) X(erase_if) X(error) X(evaluate) X(evaluate_into) \
  X(event) X(exact_lanes) X(exact_leaf_in_lanes) X(exact_leaf_sums) X(exact_number) X(exact_sum) \
  X(excess_kurtosis) X(exchange) X(exchange_) X(exchange_slices) X(exchanged_by_rows) X(exchanged_for_warps) \
  X(extend) X(extent) X(extent_of) X(extreme) X(f) X(fail) X(failed) X(failed_of) X(fallback) X(faster) \
  X(fastest) X(fclose) X(fetch) X(fetch_add_acq_rel) X(fetch_add_relaxed) X(fetch_next_relaxed) X(few) \
  X(few_from) X(few_met) X(few_of_warp) X(few_side_by_side) X(few_valid) X(fflush) X(file) X(fileno) \
  X(filled) X(finalize) X(find) X(find_at_place) X(find_extreme) X(find_if) X(find_in) X(find_in_lanes) \
  X(find_nonassociative) X(find_parts) X(find_shares) X(find_zero) X(finds_extremes) X(finish) \
  X(finish_in_warp) X(finish_some) X(finish_totals) X(first) X(first_) X(first_by_positions) X(first_choice) \
  X(first_lane) X(first_min) X(first_node) X(first_offset) X(first_share) X(first_step) X(first_triple) \
  X(flagged_value) X(float_digits) X(floor_power) X(flushes_denormals) X(fly) X(fold) X(fold_64) \
  X(fold_arrays) X(fold_by_definition) X(fold_copies) X(fold_digits) X(fold_few) X(fold_in_order) \
  X(fold_items) X(fold_last) X(fold_leaf) X(fold_levels) X(fold_lifted) X(fold_many) X(fold_node) \
  X(fold_nodes) X(fold_rest) X(fold_short) X(fold_tree) X(fold_words) X(following_blocks) X(follows) \
  X(fopen) X(for_batches) X(for_each) X(for_each_header) X(for_each_index) X(for_each_share) \
  X(for_fragments) X(for_output) X(forest) X(forest_bytes) X(forest_end) X(forest_room) X(forests) \
  X(forward) X(found) X(fragment) X(fragments_at_once) X(fragments_of) X(freedom_v) X(from) X(from_) \
  X(from_order_bits) X(from_resource) X(from_sum) X(from_workspace) X(front) X(fsync) X(function) X(functor) \
  X(fuses) X(fwrite) X(gather) X(gather_in_order) X(gathered_memory) X(gcount) X(generic_category) X(get) \
  X(get_iterator_tuple) X(give) X(give_back) X(give_few_rows) X(give_items) X(give_rows) X(given) X(global) \
  X(global_queue) X(go) X(go_on) X(goes_on) X(goes_without_leaves) X(gpu_scope) X(gpus) X(greatest) \
  X(grid_blocks) X(grid_rank) X(grid_rank_) X(grid_size) X(grid_size_) X(group_all_reduce) \
  X(group_broadcast) X(group_reduce) X(grouped) X(groups) X(groups_along) X(guard) X(guarded) X(guarded_of) \
  X(halve_warps) X(halves) X(hardware_concurrency) X(hardware_reduce) X(has_aborted) X(has_aborted_) \
  X(has_ahead) X(has_all) X(has_context) X(has_keyed_tiles) X(has_loaded) X(has_neutral) X(has_own) \
  X(has_second_input) X(has_slot) X(has_tiles) X(has_tiny) X(has_value) X(has_warp_smem) X(has_whole_tiles) \
  X(has_workspace) X(hash_of) X(hash_of_init) X(hash_of_value) X(head_end) X(header) X(held_) X(held_bytes) \
  X(here) X(here_) X(hide) X(highest_bit) X(hold) X(hosts) X(how_) X(identity) X(identity_fills) \
  X(identity_is_wrong) X(idle) X(ignore) X(imag) X(in) X(in_a_row) X(in_block) X(in_cluster) X(in_constant) \
  X(in_doubles) X(in_exchange) X(in_first) X(in_ints) X(in_lane) X(in_parts) X(in_place) X(in_range) \
  X(in_seconds) X(in_whole) X(in_words) X(index_of) X(indexed_request) X(infinity) X(init) X(init_) \
  X(init_from) X(initial) X(input_between) X(input_for) X(input_size_of) X(inputs) X(instance) \
  X(integral_constant) X(internal) X(into) X(into_outputs) X(invalid_argument) X(invoke) X(invoke_member) \
  X(is) X(is_alone) X(is_captured) X(is_cleared) X(is_convertible_v) X(is_default_accessor) X(is_dense) \
  X(is_done) X(is_endless) X(is_floating_point_v) X(is_for_one_thread) X(is_forked) X(is_gpu) X(is_hit) \
  X(is_kept_zeroed) X(is_last) X(is_list) X(is_nan) X(is_negative) X(is_node) X(is_of_earlier_run) \
  X(is_on_device) X(is_one) X(is_over) X(is_placed_on_device) X(is_power) X(is_present) X(is_rank) \
  X(is_reached) X(is_receiver_) X(is_right) X(is_same_v) X(is_std_complex) X(is_strided) \
  X(is_too_short_to_wake) X(is_uneven) X(is_valid) X(isolate) X(it_) X(item) X(item_of) X(items) X(items_) \
  X(items_are_adjacent) X(items_from) X(items_of) X(items_once) X(iteration_at) X(iterations) X(iterator_at) \
  X(itself_twice) X(join) X(join_) X(join_all) X(join_arrays) X(join_at) X(join_central_sums) \
  X(join_far_halves) X(join_halves) X(join_lanes) X(join_latest) X(join_nodes) X(join_of) X(join_others) \
  X(join_registers) X(join_rows) X(join_sides) X(join_two) X(join_unequal) X(join_values) X(join_waiting) \
  X(join_warps) X(joined) X(joined_sums) X(joins) X(joint_reduce) X(keep) X(kept) X(kept_key) X(key) \
  X(keyed_items) X(keyed_positions) X(keyed_threads) X(keyed_tile) X(keyed_tiles) X(keyed_warps) X(keys) \
  X(keys_from) X(keys_of) X(kind) X(kind_of) X(know_clusters) X(known_freedom) X(lacks) X(lambda_is_open) \
  X(lane) X(lane_) X(lane_joins) X(lane_share_for) X(lane_shuffles) X(lanes) X(lanes_) X(lanes_of) \
  X(largest) X(last) X(last_block_guard) X(last_node) X(late) X(launch) X(launch_cluster) X(launch_rows) \
  X(launch_segmented) X(launch_some) X(launches) X(launches_of) X(layout_of) X(lead) X(lead_) X(lead_last) \
  X(leading_dimension) X(leaf) X(leaf_by_vectors) X(leaf_bytes) X(leaf_in_lanes) X(leaf_length) X(leaf_of) \
  X(leaf_of_part) X(leaf_sums) X(least) X(least_of_many) X(least_staged) X(leave) X(leave_for) \
  X(leave_to_warp) X(leave_zero) X(leaves) X(leaves_) X(leaves_in) X(leaves_of) X(lend) X(lend_to) X(length) \
  X(length_of) X(length_of_each) X(lent_bytes_) X(lets_sleep) X(level_nodes) X(lie_alike) X(lift) X(lift_as) \
  X(lift_of_pack_is_wrong) X(lifts_packs) X(limit_) X(line_begin) X(line_of) X(lines_of) X(list) X(list_) \
  X(list_serially) X(list_tile) X(listed_in) X(listed_positions) X(lists) X(literal) X(load) \
  X(load_elements) X(load_once) X(load_relaxed) X(load_skewed) X(load_some) X(load_some_vectors) \
  X(load_tail) X(load_valid) X(load_vectors) X(load_whole) X(load_words) X(loaded) X(loads) X(locate) \
  X(lock) X(lock_guard) X(log2_columns_per_lane) X(log2_floor) X(log2_others) X(longer) X(longest) \
  X(longest_shard) X(longest_slice) X(longest_step) X(look) X(look_ahead) X(look_at) X(look_at_bytes) \
  X(look_back) X(looks_back) X(lower) X(lowest) X(lowest_bit) X(made_now) X(main_) X(make) X(make_) \
  X(make_batches) X(make_column_plan) X(make_column_tile) X(make_column_tile_across) X(make_column_tile_of) \
  X(make_counted) X(make_index_sequence) X(make_integer_sequence) X(make_keyed_tiles) X(make_layout) \
  X(make_name) X(make_part) X(make_part_into) X(make_plan) X(make_rows_plan) X(make_run_search) \
  X(make_running) X(make_segmented_launch) X(make_segments) X(make_segments_between) X(make_single_plan) \
  X(make_source) X(make_tiled_plan) X(make_transform_source) X(make_unique) X(make_values) X(make_zipped) \
  X(map_shared_rank) X(mapping) X(mark) X(mark_spent) X(marks) X(mask) X(mask_) X(masked_function) \
  X(masked_operator) X(matrix_in_memory) X(matrix_view) X(matrix_view_left) X(max) X(max_concurrency) \
  X(max_element) X(max_items) X(max_results) X(max_rounds_for) X(max_share) X(max_warps) \
  X(max_warps_by_smem) X(may_be_single_tile) X(may_double) X(may_halve_warps) X(may_start_early) X(may_vary) \
  X(mean) X(meanwhile) X(meet) X(meeting_rows) X(member_of_stream) X(members_) X(memcpy) X(memory) \
  X(memory_) X(memory_of_ranks) X(memset) X(message) X(met) X(min) X(min_element) X(mine) X(moments) X(most) \
  X(move) X(mpi_error) X(multi_gpu_reduce) X(multiprocessors) X(must_leave_zero) X(mutex) X(name) \
  X(name_difference) X(name_of_number) X(name_operator) X(name_or_none) X(names_of) X(names_one_stream) \
  X(narrow) X(nccl_error) X(nearer) X(needs_second) X(neighbours) X(neutral) X(neutral_extreme) \
  X(neutral_summand) X(next) X(next_) X(node) X(node_join) X(node_of) X(node_of_leaves) X(node_of_warp_tile) \
  X(nodes) X(nodes_) X(nodes_of) X(none_so_far) X(note) X(note_call) X(note_failure) X(nothing) X(noun_) \
  X(now) X(num_blocks) X(num_threads) X(number_) X(number_of) X(numeric_limits) X(objects) X(of) X(of_block) \
  X(of_none) X(of_one) X(of_part) X(of_place) X(of_result) X(of_results) X(of_rows) X(offset) X(on) X(on_) \
  X(on_gpu) X(on_host) X(one) X(one_by_one) X(op) X(op_) X(op_adaptor) X(op_under_mask) X(opaque_vector) \
  X(opaque_zero) X(operation) X(operator_name_or_none) X(optional) X(or_finish) X(ordered) X(ordinal) \
  X(ordinal_) X(origin) X(origin_) X(origin_of) X(other) X(others) X(out) X(out_) X(outs_) X(over) \
  X(over_items) X(overlaps) X(overloaded_function) X(overwrites) X(own) X(own_) X(own_ends) X(own_forest) \
  X(own_header) X(own_leaves) X(own_policy) X(own_results) X(own_rows_of) X(own_terms) X(owned_) X(pack) \
  X(padded) X(pair) X(pair_products) X(parallel_for) X(parameters_of) X(parameters_of_member) X(parse_args) \
  X(parse_first) X(parse_input) X(parse_input_at) X(parse_out) X(parse_range) X(parse_second) \
  X(parse_second_array) X(parse_second_range) X(parsed) X(part) X(part_into_parsed) X(part_launches) \
  X(part_of) X(part_parsed) X(part_request) X(partial_reduction) X(partial_warp) X(partials) X(partials_) \
  X(partitioned) X(parts) X(parts_) X(passes) X(pause) X(peek) X(per_lane) X(phrase) X(pick) X(pinned) \
  X(pinned_memory) X(pipeline) X(place) X(place_of) X(placed) X(placed_over_memory) X(placed_source) \
  X(placement) X(plain_iterator) X(plan) X(plan_at) X(plan_of) X(plan_of_part) X(plan_of_step) X(pointers) \
  X(policy_at) X(policy_name) X(pool) X(pooled_memory) X(pooled_pinned_buffer) X(pooled_stream) X(pop_back) \
  X(pop_front) X(position) X(positions) X(positions_to_compare) X(post) X(posted_value) X(power_within) \
  X(prefetch) X(prefix) X(prepare) X(present) X(present_position) X(probe_arithmetic) X(problem) X(product) \
  X(project) X(pthread_atfork) X(pthread_mutex_lock) X(pthread_mutex_unlock) X(publish) X(push) X(push_back) \
  X(put) X(put_before) X(put_by) X(put_item) X(put_node) X(put_off) X(put_on_list) X(puts_off) X(quads_of) \
  X(quads_of_each) X(queue) X(quotient) X(r_) X(random) X(range_) X(ranges_) X(rank) X(rank_) X(rank_error) \
  X(rank_of) X(ranked) X(ranks) X(ranks_) X(reach_by) X(reaches) X(read) X(read_bytes) X(read_doubles) \
  X(read_header) X(read_single) X(read_some) X(read_state) X(real) X(rebind_source) X(receive) X(received) \
  X(receivers) X(receives) X(record) X(reduce) X(reduce_block) X(reduce_by_few) X(reduce_by_tree) \
  X(reduce_by_warps) X(reduce_cluster) X(reduce_column_tiles) X(reduce_copies) X(reduce_in_block) \
  X(reduce_in_hardware) X(reduce_in_team) X(reduce_in_warp) X(reduce_into) X(reduce_on_ranks) X(reduce_own) \
  X(reduce_own_groups) X(reduce_part) X(reduce_part_into) X(reduce_rows) X(reduce_run) X(reduce_serially) \
  X(reduce_shares) X(reduce_single_tile) X(reduce_single_tile_by_thread) X(reduce_single_tile_in_cluster) \
  X(reduce_tiles) X(reduce_together) X(reduce_warp) X(reduced) X(refusal) X(refusal_at) \
  X(refusal_at_devices) X(refusal_of) X(refusal_of_join) X(refusal_of_members) X(refusal_of_operator) \
  X(refusal_of_output) X(refused) X(refused_result) X(regroups) X(remaining) X(remove) X(remove_cvref_t) \
  X(rename) X(replace) X(replace_file) X(replaces) X(report_of) X(request) X(request_for) \
  X(request_in_whole) X(request_of) X(request_under_mask) X(require) X(require_apart) X(require_apart_from) \
  X(require_apart_of_others) X(require_arguments) X(require_device_reach) X(require_host_reach) \
  X(require_leaf) X(require_memory) X(require_name) X(require_outside) X(require_parts) X(require_results) \
  X(require_root) X(require_scratch) X(require_uncaptured) X(require_whole) X(require_whole_leaf) X(reserve) \
  X(reset) X(resident) X(resize) X(rest) X(result) X(result_from) X(result_of) X(results) X(results_from) \
  X(results_of) X(results_of_ranks) X(rethrow) X(rethrow_exception) X(room_for) X(root) X(root_in_words) \
  X(round_up) X(rounded) X(rounded_product) X(rounds) X(rounds_) X(rounds_elsewhere) X(row) X(row_type) \
  X(row_warps_for) X(rows) X(rows_) X(rows_at_a_time) X(rows_by) X(rows_kept) X(rows_of_neighbours) X(run) \
  X(run_at_end) X(run_body) X(run_into) X(run_items) X(run_node_into) X(run_of_lane) X(run_part) \
  X(run_part_into) X(run_planned) X(run_request) X(running_reduction) X(running_reduction_of) X(runs) \
  X(runs_) X(runs_of_ranks) X(runs_on_gpu) X(runtime) X(runtime_error) X(s) X(said) X(same) X(same_bytes) \
  X(same_value) X(save) X(say) X(say_init) X(says_where) X(scattered) X(scattered_shape_for) X(scope) \
  X(scope_) X(scratch) X(scratch_memory) X(scratch_of) X(second) X(second_alike) X(second_by_positions) \
  X(second_if) X(seconds) X(seen_by_gpu) X(segments) X(select) X(select_across) X(select_from) X(select_run) \
  X(select_runs) X(self) X(send) X(send_for) X(send_for_group) X(send_in_order) X(send_nodes) X(send_parts) \
  X(send_results) X(send_slices) X(send_to_first) X(send_words_for) X(sent) X(sentence) X(set_context_) \
  X(settle) X(shard) X(share) X(share_by_rounds) X(share_of_thread) X(share_rows) X(shared) \
  X(shared_address) X(shared_by) X(shared_bytes) X(shared_call) X(shared_memory) X(shared_memory_combine) \
  X(shared_single_tile) X(shares_) X(shares_of) X(shift_down) X(shift_up) X(show_blocks) X(shuffle) \
  X(shuffle_combine) X(shuffle_down) X(shuffle_xor) X(sibling) X(side_) X(side_stream) X(signature_of) \
  X(sink_of) X(size) X(size_) X(skewness) X(slice) X(slot) X(slot_) X(smallest) X(snprintf) X(some) \
  X(some_max) X(source) X(source_) X(space) X(span) X(split) X(split_) X(split_for) X(split_of) \
  X(split_points) X(sqrt) X(square) X(squares_of) X(stable_partition) X(stage) X(stage_type) X(staged_tiles) \
  X(stages) X(staging_of) X(start) X(state_reader) X(state_writer) X(stddev) X(step) X(steps) \
  X(steps_are_alike) X(store) X(store_for_all) X(store_relaxed) X(stored) X(stored_layout) X(stream) \
  X(stream_) X(stream_mark) X(stride) X(stride_) X(strided) X(strided_iterator) X(strided_source) \
  X(strided_view) X(string) X(strpbrk) X(sub_warp) X(subtree) X(subtrees) X(subtrees_) X(subtrees_of) X(sum) \
  X(sum_before_in_warp) X(sum_by) X(sum_leaf) X(sum_of) X(sum_of_block) X(sum_of_sizes) X(sums) \
  X(sums_of_leaf) X(swap) X(sync) X(synchronize) X(system_error) X(system_of) X(tail_begin) X(take) \
  X(take_apart) X(take_batch) X(take_beside) X(take_by) X(take_by_fragments) X(take_by_lane) \
  X(take_collected) X(take_column_tiles) X(take_first) X(take_fragments) X(take_groups) X(take_in_lanes) \
  X(take_iteration) X(take_key_runs) X(take_keyed_tiles) X(take_listed_runs) X(take_longer) X(take_of) \
  X(take_others) X(take_rows) X(take_scratch_of) X(take_segmented) X(take_short) X(take_single_tile) \
  X(take_some) X(take_subtrees) X(take_ticket) X(take_tiles) X(take_waiting) X(take_whole) X(taken) \
  X(takes_cluster) X(takes_keyed_tiles) X(takes_part) X(takes_place) X(takes_root_well) X(target) \
  X(target_of) X(tell) X(text_) X(texts) X(this_cluster) X(thread_rank) X(thread_reduce) \
  X(thread_reduce_some) X(thread_zero) X(threads) X(threads_sleep) X(throw_with_nested) X(ticket) X(ticket_) \
  X(tile) X(tile_bytes) X(tile_range) X(tile_shape_for) X(tiles) X(tiles_) X(time) X(time_now) X(timeout) \
  X(to_) X(to_address) X(to_array) X(to_clear) X(to_clear_) X(to_input) X(to_order_bits) X(to_size) \
  X(to_stride) X(to_string) X(together) X(told) X(top) X(top_) X(total) X(trade) X(transfer) \
  X(transfer_queues) X(transform_reduce) X(transformed) X(transformed_source) X(transport) X(transport_) \
  X(transport_type) X(transposed) X(tree) X(tree_fold) X(trivial_uninitialized) X(tune) X(tuning_for) \
  X(tuple) X(tuple_cat) X(turned) X(type_checks) X(type_identity) X(type_name) X(types_of_part) \
  X(uncaptured_scope) X(under_mask) X(uninitialized) X(units) X(units_of_rows) X(unlock) X(unmeasured_range) \
  X(unordered) X(unordered_by_simd) X(unordered_fold) X(unordered_fold_by_arrays) X(unordered_fold_by_simd) \
  X(unordered_reduce) X(until) X(unwrap) X(unwrap_out) X(unwritten_nodes) X(upload_pipeline) X(uploaded) \
  X(upper) X(use) X(used) X(validate_headers) X(validate_items) X(validate_parts) X(value) X(value_) \
  X(value_of) X(value_of_none) X(values) X(values_of) X(variance) X(vector) X(vector_size) X(version) \
  X(view) X(visit) X(visit_ends_serially) X(visit_first) X(visitor) X(wait) X(wait_and_give_up) \
  X(wait_for_launch_before) X(wait_for_sent) X(wait_in_order) X(waiting) X(waiting_in_array) X(waits) \
  X(waits_by_itself) X(wanted) X(warp) X(warp_) X(warp_rank) X(warp_rank_) X(warp_smem) X(warp_smem_) \
  X(warp_smem_bytes) X(warp_smem_bytes_of_leaves) X(warps) X(watch) X(what) X(where) X(where_iterator) \
  X(where_view) X(whole) X(whole_) X(whole_warp) X(wide_product_type) X(width) X(window) X(with) \
  X(with_each) X(with_groups) X(with_identity) X(with_init_and_op) X(with_layout) X(with_lead) X(with_mask) \
  X(with_outputs) X(with_parsed) X(with_pending_contribution) X(with_request) X(with_side) X(with_signs) \
  X(within) X(within_block) X(without_init) X(without_mask) X(without_memory) X(without_nan) X(word) \
  X(word_by_word) X(words) X(words_across) X(words_along) X(words_at) X(words_in) X(words_of) \
  X(words_of_init) X(words_of_types) X(words_of_value) X(words_on_accumulator) X(words_on_arithmetic) \
  X(words_on_call) X(words_on_card) X(words_on_freedom) X(words_on_host) X(words_on_path) X(words_on_place) \
  X(words_on_plan) X(words_on_ranks) X(words_on_segments) X(words_on_shape) X(words_on_shares) X(work) \
  X(work_) X(work_waits) X(worked) X(workspace) X(workspace_bytes) X(workspace_bytes_of) X(write) \
  X(write_at) X(write_count) X(write_header) X(write_key) X(write_one) X(write_to_memory) X(yield) X(zero) \
  X(zero_) X(zeros) X(zipped)
// clang-format on
