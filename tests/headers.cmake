# SPDX-License-Identifier: Apache-2.0
#
# Tests of the headers: each alone, all of them after macros, as one header, and installed.

# ---- every header alone, with the roots that it may see: lib knows no policy, a policy knows no algorithm --
#
# If the GPU's programs are only compiled, headers are put into units that prove the same (includes/units).
# In a unit it is no error if names of one header hide those of another: host/reference.cpp and the
# single header, which include nearly all, have -Wshadow. ./dev nightly compiles each header alone, by g++.

set(warnings -Wshadow -Wsign-conversion)
set(are_together OFF)
if(IMPULSE_DEVICE_PROGRAMS STREQUAL "compile")
    set(are_together ON)
    set(warnings -Wsign-conversion)
endif()
set(visible "")
set(macros_cpp "#include <foreign_headers.hpp>\n#include <capital_letters.hpp>\n")  # then all public headers
set(macros_cu "${macros_cpp}")
foreach(root IN LISTS impulse_roots)
    list(APPEND visible ${PROJECT_SOURCE_DIR}/${root})
    set(cpp_headers "")
    set(cu_headers "")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${root}
         ${PROJECT_SOURCE_DIR}/${root}/*.hpp ${PROJECT_SOURCE_DIR}/${root}/*.cuh)
    list(FILTER headers EXCLUDE REGEX "/base/(begin|end)[.]hpp$")  # the first and the last line of others
    if(NOT TARGET impulse::mpi)
        list(FILTER headers EXCLUDE REGEX "/mpi[.]hpp$")
    endif()
    if(NOT TARGET impulse::nccl)
        list(FILTER headers EXCLUDE REGEX "/nccl[.](hpp|cuh)$")
    endif()
    foreach(header IN LISTS headers)
        set(language cpp)
        if(header MATCHES "[.]cuh$|/nccl[.]hpp$")
            set(language cu)
        endif()
        list(APPEND ${language}_headers ${header})
        if(NOT header MATCHES "/detail/")
            string(APPEND macros_cu "#include <${header}>\n")
            if(language STREQUAL "cpp")
                string(APPEND macros_cpp "#include <${header}>\n")
            endif()
        endif()
    endforeach()
    foreach(language cpp cu)
        set(folder ${CMAKE_CURRENT_BINARY_DIR}/headers/${root})
        set(${language}_sources "")
        if(are_together)
            set(folder ${CMAKE_CURRENT_BINARY_DIR}/headers_together/${root}_${language})
            execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/includes/units
                            ${folder} ${language} ${${language}_headers} COMMAND_ERROR_IS_FATAL ANY)
            file(GLOB ${language}_sources ${folder}/*.${language})
            list(TRANSFORM ${language}_headers PREPEND ${PROJECT_SOURCE_DIR}/${root}/ OUTPUT_VARIABLE read)
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${read})
            continue()
        endif()
        foreach(header IN LISTS ${language}_headers)
            set(source ${folder}/${header}.${language})
            set(internal "")
            if(header MATCHES "/detail/")
                set(internal "#define IMPULSE_INTERNAL 1\n")
            endif()
            set(twice "#include <${header}>\n#include <${header}>  // guarded\n")
            file(CONFIGURE OUTPUT ${source} CONTENT "@internal@@twice@" @ONLY)
            list(APPEND ${language}_sources ${source})
        endforeach()
    endforeach()
    set(targets "")
    if(cpp_sources)
        list(APPEND targets headers_${root})
        add_library(headers_${root} OBJECT ${cpp_sources})
        target_compile_options(headers_${root} PRIVATE -O0 ${warnings})
    endif()
    if(cu_sources AND IMPULSE_HAS_CUDA)
        list(APPEND targets headers_${root}_cuda)
        impulse_only_compiled(headers_${root}_cuda ${cu_sources})
        target_compile_options(headers_${root}_cuda PRIVATE -std=c++20)
    endif()
    foreach(target IN LISTS targets)
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
        target_include_directories(${target} PRIVATE ${visible})
        target_compile_features(${target} PRIVATE cxx_std_20)
        target_link_libraries(${target} PRIVATE impulse_backend impulse_warnings
            $<TARGET_NAME_IF_EXISTS:MPI::MPI_CXX> $<TARGET_NAME_IF_EXISTS:impulse::nccl_library>)
        impulse_build_test(${target} ${target} headers)
    endforeach()
endforeach()

# ---- every public header after macros for capital letters --------------------------------------------------

set(macros_targets "")
foreach(language cpp cu)
    if(language STREQUAL "cpp" OR IMPULSE_HAS_CUDA)
        set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/macros.${language})
        file(CONFIGURE OUTPUT ${source} CONTENT "@macros_${language}@" @ONLY)
        list(APPEND macros_targets macros_${language})
        if(language STREQUAL "cu")
            impulse_only_compiled(macros_cu ${source})
            target_compile_options(macros_cu PRIVATE -std=c++20)
        else()
            add_library(macros_cpp OBJECT ${source})
            target_compile_options(macros_cpp PRIVATE -O0)
        endif()
    endif()
endforeach()
add_custom_target(macros)
add_dependencies(macros ${macros_targets})
foreach(target IN LISTS macros_targets)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    target_include_directories(${target} PRIVATE ${visible} support)
    target_compile_features(${target} PRIVATE cxx_std_20)
    target_link_libraries(${target} PRIVATE impulse_backend $<TARGET_NAME_IF_EXISTS:MPI::MPI_CXX>
                                            $<TARGET_NAME_IF_EXISTS:impulse::nccl_library>)
endforeach()
impulse_build_test(macros macros headers)

# ---- the library as one header, in a program of two files --------------------------------------------------

if("host/*.cpp" IN_LIST impulse_test_patterns AND NOT IMPULSE_TEST_SOURCES STREQUAL "quick"
   AND NOT CMAKE_CROSSCOMPILING)
    set(header ${CMAKE_CURRENT_BINARY_DIR}/one_header/impulse.hpp)
    add_custom_command(OUTPUT ${header}
                       DEPENDS ${PROJECT_SOURCE_DIR}/cmake/single_header.py ${impulse_headers}
                       COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/cmake/single_header.py ${header})
    add_executable(single_header single_header/main.cpp single_header/other.cpp ${header})
    target_include_directories(single_header PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/one_header)
    target_compile_features(single_header PRIVATE cxx_std_20)
    target_compile_options(single_header PRIVATE ${IMPULSE_TEST_OPTIMISATION} -Wshadow -Wsign-conversion)
    target_link_libraries(single_header PRIVATE impulse_backend impulse_warnings)
    add_test(NAME single_header COMMAND single_header)
    set_tests_properties(single_header PROPERTIES LABELS host)
endif()
if(TARGET single_header AND EXISTS ${PROJECT_SOURCE_DIR}/examples)  # a package has none
    add_executable(howto_online ${PROJECT_SOURCE_DIR}/examples/howto/online.cpp ${header})
    target_include_directories(howto_online PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/one_header)
    target_compile_features(howto_online PRIVATE cxx_std_20)
    add_dependencies(howto_online single_header)  # which writes the header
    add_test(NAME howto_online COMMAND howto_online)
    set_tests_properties(howto_online PROPERTIES LABELS host
                         PASS_REGULAR_EXPRESSION "tree 33554432, left to right 16777216")
endif()

# ---- which header includes which, and how many headers a call involves -------------------------------------

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CROSSCOMPILING)
    set(nvcc "")
    if(IMPULSE_HAS_CUDA)
        set(nvcc ${CMAKE_CUDA_COMPILER})
    endif()
    add_test(NAME includes COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/includes/check
             --cxx ${CMAKE_CXX_COMPILER} "--nvcc=${nvcc}")
    set_tests_properties(includes PROPERTIES LABELS compile)
endif()

# ---- what is installed, also over an older version; and which headers the single header has ----------------

if(EXISTS ${PROJECT_SOURCE_DIR}/docs)
    add_test(NAME install COMMAND
             Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/install/check ${PROJECT_BINARY_DIR})
    set_tests_properties(install PROPERTIES LABELS compile)
endif()
