# SPDX-License-Identifier: Apache-2.0

# Writes the code of Markdown pages into files, so that tests can include it unchanged. All blocks of
# docs/explanation/tree.md that begin with ```cpp become `folder`/tree.hpp; those that begin with ```cpp name
# become tree_name.hpp; cuda blocks become .cuh files. docs/reference.py checks that some test includes each
# file.
function(impulse_documented_code folder)
    foreach(page IN LISTS ARGN)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
        file(READ ${page} text)
        if(text MATCHES "\t")  # a tab marks the fences below
            message(FATAL_ERROR "${page} has a tab; write spaces")
        endif()
        string(ASCII 1 semicolon)  # CMake would split a list there
        string(ASCII 2 open)
        string(ASCII 3 close)
        string(REPLACE ";" "${semicolon}" text "${text}")
        string(REPLACE "[" "${open}" text "${text}")
        string(REPLACE "]" "${close}" text "${text}")
        string(REPLACE "\n```" "\n\t```" text "${text}")
        string(REGEX MATCHALL "\t```(cpp|cuda)( [a-z_]+)?\n[^\t]*" blocks "${text}")
        cmake_path(GET page STEM stem)
        set(files "")
        foreach(block IN LISTS blocks)
            string(REGEX MATCH "^\t```(cpp|cuda) ?([a-z_]*)\n(.*)$" block "${block}")
            set(file ${stem})
            if(CMAKE_MATCH_2)
                string(APPEND file _${CMAKE_MATCH_2})
            endif()
            if(CMAKE_MATCH_1 STREQUAL "cuda")
                string(APPEND file .cuh)
            else()
                string(APPEND file .hpp)
            endif()
            list(APPEND files ${file})
            string(APPEND code_${file} "${CMAKE_MATCH_3}\n")
        endforeach()
        list(REMOVE_DUPLICATES files)
        foreach(file IN LISTS files)
            string(REPLACE "${semicolon}" ";" code "// From ${page}\n${code_${file}}")
            string(REPLACE "${open}" "[" code "${code}")
            string(REPLACE "${close}" "]" code "${code}")
            file(CONFIGURE OUTPUT ${folder}/${file} CONTENT "${code}" @ONLY)  # is written only if it differs
        endforeach()
    endforeach()
endfunction()
