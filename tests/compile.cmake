# SPDX-License-Identifier: Apache-2.0
#
# Code that must not compile, and the message that says why.

set(IMPULSE_TEST_MORE_COMPILERS OFF CACHE BOOL
    "What must not compile for the host is also given to nvcc, and clang++ to nvcc as the host's compiler")
set(include_options ${visible})
list(TRANSFORM include_options PREPEND -I)

# Registers a test for a file without any case, and a test for each of its cases. ARGN is the compiler and its
# options.
function(impulse_must_not_compile name source)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    set(compile "-DCOMPILE=${ARGN};${include_options}")
    set(script ${PROJECT_SOURCE_DIR}/cmake/MustNotCompile.cmake)
    set(header "")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND ARGV2 STREQUAL CMAKE_CXX_COMPILER)
        set(header -DHEADER=${CMAKE_CURRENT_BINARY_DIR}/${name}.hpp)
    endif()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} "${compile}" ${header} -P ${script})
    set_tests_properties(${name} PROPERTIES LABELS compile FIXTURES_SETUP ${name})
    file(STRINGS ${source} cases REGEX "^(// case |#(el)?if CASE_)")
    list(TRANSFORM cases REPLACE "^(// case |#(el)?if CASE_)([a-z0-9_]+).*" "\\3")
    foreach(case IN LISTS cases)
        add_test(NAME ${name}/${case} COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} "${compile}" ${header}
                 -DCASE=${case} -P ${script})
        set_tests_properties(${name}/${case} PROPERTIES LABELS compile FIXTURES_REQUIRED ${name})
    endforeach()
endfunction()
find_program(IMPULSE_CLANG clang++)
file(GLOB sources CONFIGURE_DEPENDS compile/*.cpp compile/*.cu)
foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME file)
    set(compile ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only)
    if(file MATCHES "[.]cu$")
        if(NOT IMPULSE_HAS_CUDA)
            continue()
        endif()
        set(compile ${CMAKE_CUDA_COMPILER} -std=c++20 -arch=compute_90 --extended-lambda -ptx -o /dev/null)
    endif()
    impulse_must_not_compile(must_not_compile/${file} ${source} ${compile})
    if(file STREQUAL "refused_results.cpp" AND IMPULSE_CLANG)
        impulse_must_not_compile(must_not_compile/clang++/${file} ${source}
                                 ${IMPULSE_CLANG} -std=c++20 -fsyntax-only)
    endif()
    if(IMPULSE_TEST_MORE_COMPILERS AND IMPULSE_HAS_CUDA AND file MATCHES "[.]cpp$"
       AND NOT file MATCHES "^needs[.]|^devices[.]|_without_cuda")
        impulse_must_not_compile(must_not_compile/nvcc/${file} ${source}
            ${CMAKE_CUDA_COMPILER} -x cu -std=c++20 -arch=compute_90 -include impulse/host.hpp
            -ptx -o /dev/null)
    endif()
endforeach()

# ---- memory orders and scopes where blocks meet ------------------------------------------------------------

if(IMPULSE_HAS_CUDA AND Python3_FOUND)
    add_test(NAME orders COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/orders/check
                                 ${CMAKE_CUDA_COMPILER})
    set_tests_properties(orders PROPERTIES LABELS compile)
endif()

# ---- nvcc with clang++ as the host compiler ----------------------------------------------------------------

if(IMPULSE_TEST_MORE_COMPILERS AND IMPULSE_HAS_CUDA AND IMPULSE_CLANG)
    add_test(NAME hostile_by_nvcc_and_clang
             COMMAND ${CMAKE_CUDA_COMPILER} -ccbin ${IMPULSE_CLANG} -std=c++20 -arch=compute_90
                     --extended-lambda -Ofc max -ptx -o ${CMAKE_CURRENT_BINARY_DIR}/hostile_by_clang.ptx
                     -DIMPULSE_TEST_ON_DEVICE ${include_options}
                     -I${CMAKE_CURRENT_SOURCE_DIR} -I${CMAKE_CURRENT_SOURCE_DIR}/support
                     -I${DOCTEST_INCLUDE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/device/hostile.cu)
    set_tests_properties(hostile_by_nvcc_and_clang PROPERTIES LABELS compile)
endif()
