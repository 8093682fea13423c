# SPDX-License-Identifier: Apache-2.0
#
# CMake 3.25.1 does not know nvcc's option for C++20, and stops at a target with CXX_STANDARD 20 that has CUDA
# sources. This sets the option, also for projects that add this one as a subdirectory. A CMake that knows the
# option keeps its own.
foreach(kind STANDARD EXTENSION)
    set(option CMAKE_CUDA20_${kind}_COMPILE_OPTION)
    if(CMAKE_VERSION VERSION_LESS 3.26 AND NOT DEFINED ${option})
        set(${option} -std=c++20)
        get_directory_property(has_parent PARENT_DIRECTORY)
        if(has_parent AND PROJECT_NAME STREQUAL "impulse")
            set(${option} -std=c++20 PARENT_SCOPE)
        endif()
    endif()
endforeach()
