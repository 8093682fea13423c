# SPDX-License-Identifier: Apache-2.0
#
# The sources of the tests, and which of them a build has.

set(IMPULSE_TEST_SOURCES
    "host/*.cpp;emulated/*.cpp;mpi/*.cpp;shared/*.cu;device/*.cu;nccl/*.cu;fuzz/*.cpp;fuzz/*.cu" CACHE STRING
    "Sources of tests to build: patterns relative to tests/, or memory, threads, g++, calls, others or quick")
# Tests that ./dev test builds with a sanitizer, because they could reveal errors of memory or threads. No
# other build has them, but for concurrent_calls and faults: the thread sanitizer needs the library's own
# threads, and cuda-compile has oneTBB's.
set(impulse_tests_of_memory
    host/bad_arguments.cpp host/lifetimes.cpp host/own_place.cpp host/strided.cpp
    host/value_sizes.cpp host/value_types.cpp emulated/checked.cpp emulated/collectives.cpp
    emulated/groups.cpp emulated/keys.cpp emulated/layouts.cpp emulated/leaves.cpp emulated/parts.cpp
    emulated/queue_and_guard.cpp)
set(impulse_tests_of_threads
    host/concurrent_calls.cpp host/exceptions.cpp host/faults.cpp host/faults_of_ranks.cpp
    host/functions_with_state.cpp host/order.cpp host/own_policy.cpp host/sums.cpp emulated/threads.cpp)
# clang++ before 16 cannot compile the views of libstdc++, which these tests use. So g++ has these; clang++
# compiles the others, in half of g++'s time.
set(impulse_tests_of_views host/large_counts.cpp host/lists_and_views.cpp host/reference_of_tasks.cpp)
# The others are compiled for a serial host, except these.
set(impulse_tests_in_parallel
    host/call_forms.cpp host/reference_of_places.cpp host/repeatability.cpp host/segments.cpp host/tree.cpp
    host/tree_parts.cpp)
# Tests that ./dev check leaves to ./dev test: those with separate options, the reference and the pages of the
# ladder; ranks, devices and threads, because its host is serial; every type and every limit.
set(impulse_tests_for_later
    host/contraction.cpp host/hostile.cpp host/reference.cpp host/reference_of_places.cpp
    host/reference_of_tasks.cpp emulated/classic_dot.cpp emulated/exercises.cpp emulated/host_bits.cpp
    emulated/ladder.cpp emulated/measured_kernels.cpp
    host/cancelled_callers.cpp host/checkpoints.cpp host/concurrent_calls.cpp host/devices.cpp
    host/elementwise.cpp host/faults.cpp host/faults_of_ranks.cpp host/forked.cpp
    host/functions_with_state.cpp host/global_columns.cpp host/global_runs.cpp host/ranks.cpp
    host/sleeping_threads.cpp emulated/threads.cpp
    host/aggregates_of_all_kinds.cpp host/error_table.cpp host/error_table_of_ranks.cpp
    host/extreme_lanes.cpp host/extreme_values.cpp host/find_nonassociative.cpp host/identities.cpp
    host/layouts_that_throw.cpp host/numbers.cpp
    host/value_sizes.cpp emulated/find_nonassociative.cpp emulated/value_types.cpp emulated/words.cpp)
set(impulse_is_other OFF)  # one of several builds
if(IMPULSE_TEST_SOURCES MATCHES "^(memory|threads|calls|others)$")
    set(impulse_is_other ON)
endif()
set(impulse_test_patterns ${IMPULSE_TEST_SOURCES})
list(TRANSFORM impulse_test_patterns REPLACE "^memory$" "${impulse_tests_of_memory}")
list(TRANSFORM impulse_test_patterns REPLACE "^threads$" "${impulse_tests_of_threads}")
list(TRANSFORM impulse_test_patterns REPLACE "^g[+][+]$" "${impulse_tests_of_views}")
list(TRANSFORM impulse_test_patterns REPLACE "^calls$" "mpi/*.cpp;fuzz/*.cpp;${impulse_tests_in_parallel}")
list(TRANSFORM impulse_test_patterns REPLACE "^(others|quick)$" "host/*.cpp;emulated/*.cpp")
set(IMPULSE_TEST_OPTIMISATION "" CACHE STRING
    "-O0 compiles the host's tests and examples in a third of the time")
set(IMPULSE_TEST_FEW_TYPES OFF CACHE BOOL
    "Tests try two policies, where the policy is not their question; fuzz half of its calls")
foreach(kind host emulated mpi shared device nccl fuzz)
    set(${kind}_sources ${impulse_test_patterns})
    list(FILTER ${kind}_sources INCLUDE REGEX "^${kind}/")
    if(${kind}_sources)
        file(GLOB ${kind}_sources CONFIGURE_DEPENDS ${${kind}_sources})
    endif()
    set(elsewhere "")
    if(IMPULSE_TEST_SOURCES STREQUAL "others")
        set(elsewhere ${impulse_tests_of_memory} ${impulse_tests_of_threads} ${impulse_tests_of_views}
                      ${impulse_tests_in_parallel})
    elseif(IMPULSE_TEST_SOURCES STREQUAL "quick")
        set(elsewhere ${impulse_tests_for_later})
    endif()
    list(TRANSFORM elsewhere PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(REMOVE_ITEM ${kind}_sources ${elsewhere})
endforeach()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
    list(TRANSFORM impulse_tests_of_views PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(REMOVE_ITEM host_sources ${impulse_tests_of_views})
endif()
