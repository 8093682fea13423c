# SPDX-License-Identifier: Apache-2.0
#
# Options for the project's own programs. None of them reaches users of the library.

# Headers dominate the build, so a compiler cache saves time at once.
find_program(CCACHE ccache)
if(CCACHE AND PROJECT_IS_TOP_LEVEL)
    foreach(language CXX CUDA)
        if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
            set(CMAKE_${language}_COMPILER_LAUNCHER ${CCACHE})
            # Precompiled headers; and the compiler's own list of dependencies, without an extra run of the
            # preprocessor.
            if(language STREQUAL "CXX")
                list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1
                     CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime)
            endif()
        endif()
    endforeach()
endif()

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90)
endif()
if(IMPULSE_CUDA STREQUAL "AUTO")
    include(CheckLanguage)
    check_language(CUDA)
endif()
if(IMPULSE_CUDA STREQUAL "ON" OR (IMPULSE_CUDA STREQUAL "AUTO" AND CMAKE_CUDA_COMPILER))
    enable_language(CUDA)
    set(IMPULSE_HAS_CUDA ON)
else()
    set(IMPULSE_HAS_CUDA OFF)
    message(STATUS "impulse: no CUDA; the host's programs alone are built")
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

add_library(impulse_warnings INTERFACE)
target_compile_options(impulse_warnings INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-Werror;-Wno-psabi>"
    "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-sign-conversion>"  # g++'s -Wconversion does not include it
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Werror all-warnings -Xcompiler=-Wall,-Wextra,-Wconversion>")

# GPU sources that are only compiled, and only to the compiler's intermediate code: no host code, no
# optimization, no PTX. It takes two thirds of the time that PTX takes, and finds everything that nvcc
# refuses. The front end alone (-fdevice-syntax-only) does not notice a host function that
# a kernel calls.
function(impulse_only_compiled name)
    add_library(${name} OBJECT ${ARGN})
    set_target_properties(${name} PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES OFF)
    set_target_properties(${name} PROPERTIES CUDA_COMPILER_LAUNCHER
                          "${PROJECT_SOURCE_DIR}/cmake/only_compiled;${CMAKE_CUDA_COMPILER_LAUNCHER}")
    target_compile_options(${name} PRIVATE -arch=lto_90)
endfunction()

# A program that runs only on the host: its kernels are compiled quickly, to PTX.
function(impulse_for_the_host name)
    set_target_properties(${name} PROPERTIES CUDA_ARCHITECTURES 90-virtual)
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Ofc max>")
endfunction()

# Replaces files of a list by units. A unit contains several files that include the same headers and use the
# same kernels: ARGN has the names of each unit's files, with commas. `folder` is in the folder of the file
# that calls this. Each file has its own functions with the names in impulse_own_names.
function(impulse_together list folder)
    set(sources ${${list}})
    foreach(names IN LISTS ARGN)
        string(REPLACE "," ";" names ${names})
        set(text "")
        foreach(name IN LISTS names)
            cmake_path(SET source NORMALIZE ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/${name}.cu)
            if(source IN_LIST sources)
                list(REMOVE_ITEM sources ${source})
                foreach(own IN LISTS impulse_own_names)
                    string(APPEND text "#undef ${own}\n#define ${own} ${own}_of_${name}\n")
                endforeach()
                string(APPEND text "#include \"${source}\"\n")
            endif()
        endforeach()
        if(text)
            list(GET names 0 name)
            set(source ${CMAKE_CURRENT_BINARY_DIR}/together/${folder}/${name}.cu)
            file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
            list(APPEND sources ${source})
        endif()
    endforeach()
    set(${list} ${sources} PARENT_SCOPE)
endfunction()

# For tests on ranks: as root, and on more ranks than processors.
set(impulse_mpi_environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1)
