# SPDX-License-Identifier: Apache-2.0

# Writes all code of a language in a Markdown page into one file, so that it can be compiled as it stands.
function(impulse_documented_code page language output)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
    file(READ ${page} text)
    if(text MATCHES "\t")  # it marks the fences below
        message(FATAL_ERROR "${page} has a tab; write spaces")
    endif()
    string(REPLACE ";" "\\;" text "${text}")  # no list separators
    string(REPLACE "\n```" "\n\t```" text "${text}")
    string(REGEX MATCHALL "\t```${language}\n[^\t]*" blocks "${text}")
    set(code "// From ${page}\n")
    foreach(block IN LISTS blocks)
        string(REGEX REPLACE "^\t```${language}\n" "" block "${block}")
        string(APPEND code "${block}\n")
    endforeach()
    if(EXISTS ${output})
        file(READ ${output} before)
    endif()
    if(NOT "${code}" STREQUAL "${before}")  # else all that includes it would be compiled again
        file(WRITE ${output} "${code}")
    endif()
endfunction()
