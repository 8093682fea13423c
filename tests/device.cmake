# SPDX-License-Identifier: Apache-2.0
#
# The tests of the GPU, and those of ranks with GPUs.

# ---- the GPU's tests: without a GPU they are skipped, and report how many cases were skipped ---------------

# A shell command that prints how many cases these sources have, none of which can run here.
set(impulse_count_cases "printf 'unskipped test cases passing the current filters: '")
string(APPEND impulse_count_cases " && cat \"$@\" | grep -c '^TEST_CASE' && exit 77 || exit 77")

if(device_sources AND IMPULSE_HAS_CUDA)
    set_source_files_properties(device/fast_math.cu PROPERTIES COMPILE_DEFINITIONS IMPULSE_ALLOW_FAST_MATH
                                COMPILE_OPTIONS --use_fast_math)
    set(faults_sources "")
    if("device/*.cu" IN_LIST IMPULSE_TEST_SOURCES)
        file(GLOB faults_sources CONFIGURE_DEPENDS device/faults/*.cu device/faults/*.cpp)
    endif()
    set(ladder_sources "")
    # (A package has no perf.)
    if("device/*.cu" IN_LIST IMPULSE_TEST_SOURCES AND EXISTS ${PROJECT_SOURCE_DIR}/perf/ladder)
        file(GLOB ladder_sources CONFIGURE_DEPENDS device/ladder/*.cu)
    endif()
    if(IMPULSE_DEVICE_PROGRAMS STREQUAL "run")
        set(of_clusters ${device_sources})  # clusters need compute capability 9.0 or newer
        list(FILTER of_clusters INCLUDE REGEX "/(groups|documented_blocks|reference)[.]cu$")
        list(REMOVE_ITEM device_sources ${of_clusters})
        set(architectures ${CMAKE_CUDA_ARCHITECTURES})
        list(FILTER architectures EXCLUDE REGEX "^[78].$")
        set(of_several ${device_sources})  # compiled as in a program for several architectures
        list(FILTER of_several INCLUDE REGEX "/architectures[.]cu$")
        list(REMOVE_ITEM device_sources ${of_several})
        add_executable(device_tests support/main.cpp ${device_sources})
        impulse_test_options(device_tests device)
        add_dependencies(device_tests bits_file)
        if(of_clusters AND architectures)
            add_library(device_tests_of_clusters OBJECT ${of_clusters})
            set_target_properties(device_tests_of_clusters PROPERTIES CUDA_ARCHITECTURES "${architectures}")
            impulse_test_options(device_tests_of_clusters device)
            target_link_libraries(device_tests PRIVATE device_tests_of_clusters)
        endif()
        if(of_several)
            add_library(device_tests_of_several OBJECT ${of_several})
            set_target_properties(device_tests_of_several PROPERTIES CUDA_ARCHITECTURES "75;90;120")
            impulse_test_options(device_tests_of_several device)
            target_link_libraries(device_tests PRIVATE device_tests_of_several)
        endif()
        set(programs device_tests)
        if(faults_sources)  # the linker puts functions that fail in place of the runtime's
            add_executable(device_faults support/main.cpp ${faults_sources})
            impulse_test_options(device_faults device)
            file(STRINGS device/faults/runtime.cpp interposed REGEX "^(ASKS|GIVES|TAKES|TELLS)[(]")
            list(TRANSFORM interposed REPLACE "^[A-Z]+[(]([A-Za-z]+).*" "LINKER:--wrap=\\1")
            target_link_options(device_faults PRIVATE ${interposed})
            list(APPEND programs device_faults)
        endif()
        if(ladder_sources AND architectures)  # the ladder needs clusters
            add_executable(ladder_tests support/main.cpp ${ladder_sources})
            impulse_test_options(ladder_tests device)
            target_include_directories(ladder_tests PRIVATE ${PROJECT_SOURCE_DIR}/perf)
            set_target_properties(ladder_tests PROPERTIES CUDA_ARCHITECTURES "${architectures}")
            list(APPEND programs ladder_tests)
            find_library(IMPULSE_CUDADEVRT cudadevrt HINTS ${CMAKE_CUDA_IMPLICIT_LINK_DIRECTORIES})
            if(IMPULSE_CUDADEVRT)  # kernels that launch kernels
                add_executable(ladder_nested_tests support/main.cpp device/ladder/rungs.cu
                               ${PROJECT_SOURCE_DIR}/perf/ladder/nested.cu)
                impulse_test_options(ladder_nested_tests device)
                target_include_directories(ladder_nested_tests PRIVATE ${PROJECT_SOURCE_DIR}/perf)
                target_compile_definitions(ladder_nested_tests PRIVATE LADDER_NESTED)
                set_target_properties(ladder_nested_tests PROPERTIES CUDA_ARCHITECTURES "${architectures}"
                                      CUDA_SEPARABLE_COMPILATION ON CUDA_RESOLVE_DEVICE_SYMBOLS ON)
                list(APPEND programs ladder_nested_tests)
            endif()
        endif()
        add_dependencies(device_programs ${programs})
        foreach(program IN LISTS programs)
            add_test(NAME ${program} COMMAND
                     sh -c "\"$0\"; code=$?; [ $code != 77 ] || \"$0\" --count; exit $code"
                     $<TARGET_FILE:${program}>)
        endforeach()
    else()
        set(programs device_tests)
        list(APPEND device_sources ${faults_sources})
        set(in_full ${device_sources})  # ptxas and the host compiler compile these, too
        list(FILTER in_full INCLUDE REGEX "/(groups|whole_compile)[.]cu$|[.]cpp$")
        list(REMOVE_ITEM device_sources ${in_full})
        set(ptx_sources ${device_sources})
        impulse_together(ptx_sources device
            aggregates,checkpoints,find_nonassociative,functors,lambdas,memory_kinds,running,wide_aggregates
            algorithms,devices,devices_algorithms,devices_cut,positions
            algorithms_into,call_forms,companions,counted,load
            alignment_small,alignment_wide,beyond_32_bits,parts,repeatability,tree
            array_axes,array_inputs,arrays,batches,keys,segments,wide_batches
            array_pairs,init_from,named_aggregates,named_aggregates_of_groups,nan,where,where_of_groups
            cub_groups,cub_integers,cub_positions,cub_scan
            fancy_iterators,key_inputs,segment_inputs,thrust_inputs)
        impulse_only_compiled(device_tests_ptx ${ptx_sources} ${ladder_sources})
        if(ladder_sources)
            target_include_directories(device_tests_ptx PRIVATE ${PROJECT_SOURCE_DIR}/perf)
        endif()
        add_library(device_tests_in_full OBJECT support/main.cpp ${in_full})
        foreach(each device_tests_ptx device_tests_in_full)
            impulse_test_options(${each} device)
            impulse_build_test(${each} ${each} compiled)
        endforeach()
        add_test(NAME device_tests COMMAND
                 sh -c "${impulse_count_cases}" sh ${device_sources} ${ladder_sources} ${in_full})
    endif()
    # One program at a time on a GPU: some of its tests check how much memory is free.
    set_tests_properties(${programs} PROPERTIES LABELS device SKIP_RETURN_CODE 77 RESOURCE_LOCK gpu)
endif()

# ---- ranks with GPUs: NCCL has one rank for each GPU; MPI has that, too, or several ranks that share one ---

# Registers a test of ranks, with a time limit, in case a rank waits forever.
function(impulse_gpu_test name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES
        LABELS device SKIP_RETURN_CODE 77 RESOURCE_LOCK gpu TIMEOUT 300 ENVIRONMENT
        "${impulse_mpi_environment}")
endfunction()

# Registers a test that runs a program by `launch`, where $list has the GPUs, one in each line, and $gpus is
# their number. With fewer than `least` GPUs it is skipped. The GPUs are all, or those of CUDA_VISIBLE_DEVICES
# up to the first negative number.
function(impulse_gpu_launch name program least launch)
    # (no semicolons, which CMake would treat as its own)
    set(all "nvidia-smi -L 2>/dev/null | grep ^GPU | cut -d : -f 1 | cut -c 5- | paste -sd ,")
    set(list "echo \"\${CUDA_VISIBLE_DEVICES-$(${all})}\" | grep -oE '[^, ]+' | sed '/^-/,$d'")
    set(enough "list=$(${list}) && gpus=$(echo \"$list\" | grep -c .) && [ $gpus -ge ${least} ] || exit 77")
    impulse_gpu_test(${name} sh -c "${enough} && exec ${launch} \"$0\"" $<TARGET_FILE:${program}>)
endfunction()

# Registers the tests of the GPU programs of `library`: built from the sources in ARGN, they are run by
# `launch`, or only compiled.
function(impulse_gpu_ranks name library launch)
    if(TARGET ${library} AND IMPULSE_DEVICE_PROGRAMS STREQUAL "run")
        add_executable(${name} ${ARGN})
        set(built ${name})
        add_dependencies(device_programs ${name})
        impulse_gpu_launch(${name} ${name} 1 "${launch}")
    else()
        impulse_gpu_test(${name} sh -c "${impulse_count_cases}" sh ${ARGN})
        if(TARGET ${library})
            set(built ${name}_ptx)
            list(FILTER ARGN INCLUDE REGEX "[.]cu$")
            if(ARGN MATCHES "/documented/")  # ptxas and the host compiler compile one of ranks, too
                add_library(${built} OBJECT ${ARGN})
            else()
                set(ptx_sources ${ARGN})
                if(name STREQUAL "nccl_tests")
                    impulse_together(ptx_sources nccl algorithms,host_parts,ranks
                        elementwise,elementwise_algorithms,elementwise_steps,elementwise_types,time_limit)
                endif()
                impulse_only_compiled(${built} ${ptx_sources})
            endif()
            impulse_build_test(${built} ${built} compiled)
        endif()
    endif()
    if(built)
        impulse_test_options(${built} device)
        target_link_libraries(${built} PRIVATE ${library})
        if(TARGET MPI::MPI_CXX)
            target_link_libraries(${built} PRIVATE MPI::MPI_CXX)
        endif()
    endif()
endfunction()
if(nccl_sources AND IMPULSE_HAS_CUDA)
    impulse_component(nccl)
    if(NOT TARGET impulse::nccl)
        message(STATUS "impulse: no NCCL; its tests are skipped")
    endif()
    impulse_gpu_ranks(nccl_tests impulse::nccl_library ""
                      ${CMAKE_CURRENT_SOURCE_DIR}/support/main.cpp ${nccl_sources})
    if(TARGET nccl_tests)
        target_link_options(nccl_tests PRIVATE LINKER:--wrap=cudaLaunchKernelExC)  # tests make launches fail
        foreach(ranks 2 3 4)  # the number of GPUs to use, if there are more
            math(EXPR more "${ranks} + 1")
            impulse_gpu_launch(nccl_tests_${ranks} nccl_tests ${more}
                               "env CUDA_VISIBLE_DEVICES=$(echo \"$list\" | head -n ${ranks} | paste -sd ,)")
        endforeach()
    endif()
    if(TARGET MPI::MPI_CXX)
        set(launch "${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG}")
        impulse_gpu_ranks(documented_wide_gpus impulse::nccl_library "${launch} $gpus"
                          ${CMAKE_CURRENT_SOURCE_DIR}/documented/wide_gpus.cu)
        impulse_gpu_ranks(mpi_gpu_tests MPI::MPI_CXX "${launch} 3"
                          ${CMAKE_CURRENT_SOURCE_DIR}/mpi_gpu/ranks.cu)
        if(TARGET mpi_gpu_tests)
            foreach(ranks 2 4)
                impulse_gpu_launch(mpi_gpu_tests_${ranks} mpi_gpu_tests 1 "${launch} ${ranks}")
            endforeach()
        endif()
    endif()
endif()
