# SPDX-License-Identifier: Apache-2.0
#
# impulse_component(<name> [GLOBAL]): the target impulse::<name>, which is the library with what one of its components needs:
# mpi (MPI for C++). Where that is not found there is no target, and impulse_component_error says why.
function(impulse_component name)
    set(impulse_component_error "" PARENT_SCOPE)
    if(TARGET impulse::${name})
        return()
    endif()
    if(NOT name STREQUAL "mpi")
        set(impulse_component_error "impulse has no component '${name}'; it has mpi" PARENT_SCOPE)
        return()
    endif()
    set(MPI_CXX_SKIP_MPICXX TRUE)  # not the bindings that MPI dropped
    find_package(MPI QUIET GLOBAL COMPONENTS CXX)
    if(NOT TARGET MPI::MPI_CXX)
        set(impulse_component_error "impulse's component mpi needs MPI for C++ (Debian: libopenmpi-dev, openmpi-bin)"
            PARENT_SCOPE)
        return()
    endif()
    add_library(impulse::mpi INTERFACE IMPORTED ${ARGN})
    target_link_libraries(impulse::mpi INTERFACE impulse::impulse MPI::MPI_CXX)
endfunction()
