# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE=file "-DCOMPILE=compiler;options" -P MustNotCompile.cmake
# Passes where the compilation fails and says what the line "// expect: <regex>" at the top of the file expects.
file(STRINGS ${SOURCE} expected REGEX "^// expect: " LIMIT_COUNT 1)
string(REGEX REPLACE "^// expect: " "" expected "${expected}")
if(expected STREQUAL "")
    message(FATAL_ERROR "${SOURCE} has no line '// expect: <regex>'")
endif()

execute_process(COMMAND ${COMPILE} ${SOURCE} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiled, and must not")
elseif(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${SOURCE} failed to compile, but not with a message that matches\n  ${expected}\n${output}")
endif()
