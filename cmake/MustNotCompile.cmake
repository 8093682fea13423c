# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE=file "-DCOMPILE=compiler;options" -P MustNotCompile.cmake
# Passes where the compilation fails and says what the line "// expect: <regex>" at the top of the file expects, within 30
# lines in all. A sentence of the library's must be in the first error. A line "// options: ..." adds options.
file(STRINGS ${SOURCE} expected REGEX "^// expect: " LIMIT_COUNT 1)
string(REGEX REPLACE "^// expect: " "" expected "${expected}")
if(expected STREQUAL "")
    message(FATAL_ERROR "${SOURCE} has no line '// expect: <regex>'")
endif()
file(STRINGS ${SOURCE} options REGEX "^// options: " LIMIT_COUNT 1)
string(REGEX REPLACE "^// options: " "" options "${options}")
separate_arguments(options UNIX_COMMAND "${options}")

execute_process(COMMAND ${COMPILE} ${options} ${SOURCE} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCH "[^\n]*error[^\n]*:[^\n]*" first "${output}")
string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH lines lines)
if(result EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiled, and must not")
elseif(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${SOURCE} failed to compile, but not with a message that matches\n  ${expected}\n${output}")
elseif(expected MATCHES "impulse:" AND NOT first MATCHES "impulse: ")
    message(FATAL_ERROR "${SOURCE}: the first error is not the library's sentence\n  ${first}\n${output}")
elseif(lines GREATER 30)
    message(FATAL_ERROR "${SOURCE}: ${lines} lines; 30 are enough\n${output}")
endif()
