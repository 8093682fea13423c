# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE=file "-DCOMPILE=compiler;options" [-DCASE=name] [-DHEADER=file] -P MustNotCompile.cmake
#
# A file holds cases. Each is a branch, which begins with
#
#     #if CASE_name  // case: regex
#
# or with #elif. A case that is no branch has a line of its own, "// case name: regex". Compiled with
# -DCASE_name the file must fail, with a message that matches the regex, in at most 30 lines in all. A message
# of the library must be in the first error. "// case (options), 1 error: regex" adds options, and allows only
# this one error.
#
# Without any case the file must compile, so that only the case causes the error. With HEADER, the first
# includes of the file become a precompiled header, which its cases use, too.
file(STRINGS ${SOURCE} line REGEX "^(// case ${CASE}[ :,]|#(el)?if CASE_${CASE} )" LIMIT_COUNT 1)
string(REPLACE "\\;" ";" line "${line}")  # removes the escapes of a list
string(REGEX MATCH "// case( [a-z0-9_]+)?( \\(([^()]*)\\))?(, 1 error)?: (.*)$" line "${line}")
separate_arguments(options UNIX_COMMAND "${CMAKE_MATCH_3}")
set(one_error "${CMAKE_MATCH_4}")
set(expected "${CMAKE_MATCH_5}")

if(NOT CASE)
    if(HEADER)
        file(READ ${SOURCE} text)
        string(REGEX REPLACE "\n#if.*" "\n" text "${text}")
        string(REGEX MATCHALL "#include <[^>]*>" includes "${text}")
        list(JOIN includes "\n" includes)
        file(WRITE ${HEADER} "${includes}\n")
        list(REMOVE_ITEM COMPILE -fsyntax-only)
        execute_process(COMMAND ${COMPILE} -x c++-header ${HEADER} -o ${HEADER}.gch)
        list(APPEND COMPILE -fsyntax-only -include ${HEADER})
    endif()
    execute_process(COMMAND ${COMPILE} ${SOURCE} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${SOURCE} must compile without any case")
    endif()
    return()
endif()

if(HEADER AND NOT options)
    set(options -include ${HEADER})
endif()
execute_process(COMMAND ${COMPILE} ${options} -DCASE_${CASE} ${SOURCE}
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCH "[^\n]*error[^\n]*:[^\n]*" first "${output}")
string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH lines lines)
string(REGEX MATCHALL ": (fatal )?error( #[^:\n]*)?:" errors "${output}")
list(LENGTH errors errors)
if(result EQUAL 0)
    message(SEND_ERROR "it compiled, and must not")
elseif(NOT output MATCHES "${expected}")
    message(SEND_ERROR "it failed to compile, but not with a message that matches\n  ${expected}\n${output}")
elseif(expected MATCHES "impulse:" AND NOT first MATCHES "impulse: ")
    message(SEND_ERROR "the first error is not the library's sentence\n  ${first}\n${output}")
elseif(lines GREATER 30)
    message(SEND_ERROR "${lines} lines; 30 are enough\n${output}")
elseif(one_error AND errors GREATER 1)
    message(SEND_ERROR "${errors} errors, and only the first is the library's\n${output}")
endif()
