# SPDX-License-Identifier: Apache-2.0
#
# impulse_component(<name> [GLOBAL]): makes the target impulse::<name>, the library together with what the
# component needs: mpi (MPI for C++) or nccl (NCCL, for files that nvcc compiles). If that is not found there
# is no target, and impulse_component_error says why.
function(impulse_component name)
    set(impulse_component_error "" PARENT_SCOPE)
    if(TARGET impulse::${name})
        return()
    endif()
    if(name STREQUAL "mpi")
        set(MPI_CXX_SKIP_MPICXX TRUE)  # not the bindings that MPI removed
        find_package(MPI QUIET GLOBAL COMPONENTS CXX)
        set(needed MPI::MPI_CXX)
        set(missing "MPI for C++ (Debian: libopenmpi-dev, openmpi-bin)")
    elseif(name STREQUAL "nccl")  # it has no CMake files; NCCL_ROOT says where it is
        find_package(CUDAToolkit QUIET)
        find_path(IMPULSE_NCCL_INCLUDE nccl.h
                  HINTS ${NCCL_ROOT} $ENV{NCCL_ROOT} ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES include)
        find_library(IMPULSE_NCCL_LIBRARY NAMES nccl libnccl.so.2
                     HINTS ${NCCL_ROOT} $ENV{NCCL_ROOT} ${CUDAToolkit_LIBRARY_DIR} PATH_SUFFIXES lib)
        mark_as_advanced(IMPULSE_NCCL_INCLUDE IMPULSE_NCCL_LIBRARY)
        if(IMPULSE_NCCL_INCLUDE AND IMPULSE_NCCL_LIBRARY AND NOT TARGET impulse::nccl_library)
            add_library(impulse::nccl_library UNKNOWN IMPORTED ${ARGN})
            set_target_properties(impulse::nccl_library PROPERTIES
                IMPORTED_LOCATION ${IMPULSE_NCCL_LIBRARY}
                INTERFACE_INCLUDE_DIRECTORIES ${IMPULSE_NCCL_INCLUDE})
        endif()
        set(needed impulse::nccl_library)
        set(missing "NCCL (nccl.h and libnccl; NCCL_ROOT says where)")
    else()
        set(impulse_component_error "impulse has no component '${name}'; it has mpi and nccl" PARENT_SCOPE)
        return()
    endif()
    if(NOT TARGET ${needed})
        set(impulse_component_error "impulse's component ${name} needs ${missing}" PARENT_SCOPE)
        return()
    endif()
    add_library(impulse::${name} INTERFACE IMPORTED ${ARGN})
    target_link_libraries(impulse::${name} INTERFACE impulse::impulse ${needed})
endfunction()
