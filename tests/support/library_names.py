#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes library_names.hpp: every name that the library's headers use before an argument list.

./library_names.py [check]   from any folder; `check` fails if the file differs from what it would write.
"""
import pathlib
import re
import sys
import textwrap

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
reserved = set("""
    alignas alignof and asm auto bool catch char const const_cast dynamic_cast reinterpret_cast static_cast
    constexpr consteval decltype defined delete do double else explicit float for friend if inline int long
    new noexcept operator or requires return short signed sizeof static_assert struct switch template this
    throw typeid typename unsigned using void volatile while xor not compl goto
""".split())
names = set()
for folder in ("lib", "policies", "algorithms"):
    for header in sorted((root / folder).rglob("*.[hc]*p*")) + sorted((root / folder).rglob("*.cuh")):
        text = re.sub(r"(?m)//[^\n]*|\"(\\.|[^\"\\])*\"|^#pragma.*$", "", header.read_text(encoding="utf-8"))
        names.update(re.findall(r"\b([a-z][a-z0-9_]*)(?:<[^;{}()]*>)?\(", text))
names = sorted(names - reserved)

lines = textwrap.wrap(" ".join(f"X({name})" for name in names), 106)
written = """// SPDX-License-Identifier: Apache-2.0
/// \\file
/// Written by library_names.py: every name that the library's headers put before an argument list.
#pragma once

// clang-format off
#define IMPULSE_TEST_LIBRARY_NAMES(X) \\
""" + " \\\n".join(f"  {line}" for line in lines) + "\n// clang-format on\n"
target = here / "library_names.hpp"
if sys.argv[1:] == ["check"]:
    sys.exit(0 if target.read_text(encoding="utf-8") == written else f"{target} is old: run {__file__}")
target.write_text(written, encoding="utf-8")
