# SPDX-License-Identifier: Apache-2.0
#
# Code that must not compile, and the message that must appear.

set(IMPULSE_TEST_MORE_COMPILERS OFF CACHE BOOL
    "What must not compile for the host is also given to nvcc, and clang++ to nvcc as the host's compiler")
set(include_options ${visible})
list(TRANSFORM include_options PREPEND -I)

# The headers that the files include, compiled once for all of them by g++.
set(precompiled "")
file(GLOB sources CONFIGURE_DEPENDS compile/*.cpp compile/*.cu)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(precompiled ${CMAKE_CURRENT_BINARY_DIR}/must_not_compile.hpp)
    set(includes "")
    foreach(source IN LISTS sources)
        if(source MATCHES "[.]cpp$")
            file(READ ${source} text)
            string(REGEX REPLACE "\n#if.*" "\n" text "${text}")
            string(REGEX MATCHALL "#include <[^>]*>\n" found "${text}")
            list(APPEND includes ${found})
        endif()
    endforeach()
    list(SORT includes)
    list(REMOVE_DUPLICATES includes)
    list(JOIN includes "" includes)
    file(CONFIGURE OUTPUT ${precompiled} CONTENT "@includes@" @ONLY)
    add_test(NAME must_not_compile/headers COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 ${include_options}
             -x c++-header ${precompiled} -o ${precompiled}.gch)
    set_tests_properties(must_not_compile/headers PROPERTIES LABELS compile FIXTURES_SETUP precompiled)
endif()

# Registers a test for a file without any case, and a test for each of its cases (compile/run). ARGN is the
# compiler and its options.
function(impulse_must_not_compile name source)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    set(kept ${CMAKE_CURRENT_BINARY_DIR}/${name}.kept)
    cmake_path(GET kept PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    set(how "")
    set(needs "")
    if(precompiled AND ARGV2 STREQUAL CMAKE_CXX_COMPILER)
        set(how --header=${precompiled})
        set(needs precompiled)
    endif()
    if(IMPULSE_TEST_MORE_COMPILERS)  # ./dev nightly compiles each case by itself
        list(APPEND how --apart)
    endif()
    set(run ${Python3_EXECUTABLE} -S -E ${CMAKE_CURRENT_SOURCE_DIR}/compile/run ${source} ${kept} ${how})
    set(command -- ${ARGN} ${include_options})
    add_test(NAME ${name} COMMAND ${run} ${command})
    set_tests_properties(${name} PROPERTIES LABELS compile
                         FIXTURES_SETUP ${name} FIXTURES_REQUIRED "${needs}")
    file(STRINGS ${source} cases REGEX "^(// case |#(el)?if CASE_)")
    list(TRANSFORM cases REPLACE "^(// case |#(el)?if CASE_)([a-z0-9_]+).*" "\\3")
    foreach(case IN LISTS cases)
        add_test(NAME ${name}/${case} COMMAND sh -c "grep -qxF ${case} \"$0\" || exec \"$@\"" ${kept}
                 ${run} --case=${case} ${command})
        set_tests_properties(${name}/${case} PROPERTIES LABELS compile FIXTURES_REQUIRED "${name};${needs}")
    endforeach()
endfunction()
find_program(IMPULSE_CLANG clang++)
add_test(NAME must_not_compile/selftest COMMAND ${Python3_EXECUTABLE}
         ${CMAKE_CURRENT_SOURCE_DIR}/compile/selftest ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only)
set_tests_properties(must_not_compile/selftest PROPERTIES LABELS compile)
foreach(source IN LISTS sources)
    cmake_path(GET source FILENAME file)
    if(file STREQUAL "views.cpp" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang"
       AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
        continue()  # it cannot use the views of libstdc++
    endif()
    set(compile ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only)
    if(file MATCHES "[.]cu$")
        if(NOT IMPULSE_HAS_CUDA)
            continue()
        endif()
        set(compile ${CMAKE_CUDA_COMPILER} -std=c++20 -arch=lto_90 -dlto -ltoir --extended-lambda
                    -o /dev/null)
    endif()
    impulse_must_not_compile(must_not_compile/${file} ${source} ${compile})
    if(file STREQUAL "refused_results.cpp" AND IMPULSE_CLANG)
        impulse_must_not_compile(must_not_compile/clang++/${file} ${source}
                                 ${IMPULSE_CLANG} -std=c++20 -fsyntax-only)
    endif()
    if(IMPULSE_TEST_MORE_COMPILERS AND IMPULSE_HAS_CUDA AND file MATCHES "[.]cpp$"
       AND NOT file MATCHES "^devices[.]")
        impulse_must_not_compile(must_not_compile/nvcc/${file} ${source}
            ${CMAKE_CUDA_COMPILER} -x cu -std=c++20 -arch=compute_90 -include impulse/host.hpp
            -ptx -o /dev/null)
    endif()
endforeach()

# ---- memory orders and scopes where blocks meet ------------------------------------------------------------

if(IMPULSE_HAS_CUDA)
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
                     -I${CMAKE_CURRENT_BINARY_DIR}/generated
                     -I${DOCTEST_INCLUDE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/device/hostile.cu)
    set_tests_properties(hostile_by_nvcc_and_clang PROPERTIES LABELS compile)
endif()
