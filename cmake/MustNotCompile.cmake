# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE=file "-DCOMPILE=compiler;options" -P MustNotCompile.cmake
# Passes where the compilation fails and says what the line "// expect: <regex>" at the top of the file expects, within 30
# lines in all. A sentence of the library's must be in the first error. A line "// options: ..." adds options.
#
# A file may hold many cases in place of one: for each line "// case <name>: <regex>" it is compiled with -DCASE_<name>, and must
# fail as that line expects. Without any case it must compile, so that it is the case that is refused.
# "// case <name>, 1 error: <regex>": the compiler must report one error and no more.
file(STRINGS ${SOURCE} options REGEX "^// options: " LIMIT_COUNT 1)
string(REGEX REPLACE "^// options: " "" options "${options}")
separate_arguments(options UNIX_COMMAND "${options}")

# Compiles with some more options, and says what is wrong.
function(must_not_compile what expected max_errors)
    execute_process(COMMAND ${COMPILE} ${options} ${ARGN} ${SOURCE} RESULT_VARIABLE result OUTPUT_VARIABLE output
                    ERROR_VARIABLE output)
    string(REGEX MATCH "[^\n]*error[^\n]*:[^\n]*" first "${output}")
    string(REGEX MATCHALL "\n" lines "${output}")
    list(LENGTH lines lines)
    string(REGEX MATCHALL ": (fatal )?error( #[^:\n]*)?:" errors "${output}")
    list(LENGTH errors errors)
    if(result EQUAL 0)
        message(SEND_ERROR "${what} compiled, and must not")
    elseif(NOT output MATCHES "${expected}")
        message(SEND_ERROR "${what} failed to compile, but not with a message that matches\n  ${expected}\n${output}")
    elseif(expected MATCHES "impulse:" AND NOT first MATCHES "impulse: ")
        message(SEND_ERROR "${what}: the first error is not the library's sentence\n  ${first}\n${output}")
    elseif(lines GREATER 30)
        message(SEND_ERROR "${what}: ${lines} lines; 30 are enough\n${output}")
    elseif(errors GREATER max_errors)
        message(SEND_ERROR "${what}: ${errors} errors, and only the first is the library's\n${output}")
    endif()
endfunction()

file(STRINGS ${SOURCE} cases REGEX "^// case [a-z0-9_]+(, 1 error)?: ")
if(cases)
    execute_process(COMMAND ${COMPILE} ${options} ${SOURCE} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${SOURCE} must compile without any case\n${output}")
    endif()
    foreach(line IN LISTS cases)
        string(REGEX MATCH "^// case ([a-z0-9_]+)(, 1 error)?: (.*)$" line "${line}")
        set(max_errors 30)
        if(CMAKE_MATCH_2)
            set(max_errors 1)
        endif()
        must_not_compile("${SOURCE}, case ${CMAKE_MATCH_1}" "${CMAKE_MATCH_3}" ${max_errors}
                         -DCASE_${CMAKE_MATCH_1})
    endforeach()
else()
    file(STRINGS ${SOURCE} expected REGEX "^// expect: " LIMIT_COUNT 1)
    string(REGEX REPLACE "^// expect: " "" expected "${expected}")
    if(expected STREQUAL "")
        message(FATAL_ERROR "${SOURCE} has no line '// expect: <regex>', and no case")
    endif()
    must_not_compile(${SOURCE} "${expected}" 30)
endif()
